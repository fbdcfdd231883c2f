package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that what cannot be is refused with the field and the value. */
class CheckTest {
  private static CacheReport.Partition withCurve(double first, double second) {
    return new CacheReport.Partition(
        new QueueId(new ApplicationId("h:/app"), new LunId("serial:a")),
        new CacheReport.Space(1e6, 1e6, Optional.empty()),
        new CacheReport.Hits(10, 0.5, Optional.empty(), Optional.empty()),
        List.of(new CacheReport.Point(first, 0.1), new CacheReport.Point(second, 0.2)),
        Optional.empty());
  }

  @Test
  void aCurveThatDoesNotRiseIsRefusedWithBothSizes() {
    withCurve(4096, 8192);
    assertThatThrownBy(() -> withCurve(8192, 8192))
        .hasMessage("curve.sizeBytes = 8192.0: must be above the one before, 8192.0");
  }

  /** Finite by itself, infinite with another one: it stopped every decision of its domain. */
  @Test
  void whatNoDeviceDoesIsRefused() {
    assertThatThrownBy(() -> new Flow(0, 0, 9e307, 0))
        .hasMessage("bytesPerSecond = 9.0E307: must be between 0 and 1.0E15");
    assertThatThrownBy(() -> Bandwidth.of(1, Double.MAX_VALUE))
        .hasMessageContaining("must be between 0 and 1.0E24");
  }

  @Test
  void aGroupOfItsOwnIsNotNobodys() {
    LunId lun = new LunId("serial:a");
    for (String name :
        List.of(
            "h:/unattributed",
            "h:/my:unattributed",
            "h:/a/b:unattributed",
            "h:my:unattributed",
            "h:xunattributed",
            "unattributed")) {
      assertThat(new QueueId(new ApplicationId(name), lun).isUnattributed()).as(name).isFalse();
    }
    assertThat(new QueueId(new ApplicationId("h:unattributed"), lun).isUnattributed()).isTrue();
  }

  @Test
  void depthsThatDoNotRiseAreRefusedWithBoth() {
    List<CacheReport.AtDepth> falling =
        List.of(new CacheReport.AtDepth(4, 100), new CacheReport.AtDepth(2, 100));
    assertThatThrownBy(() -> new CacheReport.Service(0, 1, falling))
        .hasMessage("service.depth = 2: must be above the one before, 4");
  }
}
