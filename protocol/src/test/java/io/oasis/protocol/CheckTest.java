package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that a list that must rise is refused with the two values that do not. */
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

  @Test
  void depthsThatDoNotRiseAreRefusedWithBoth() {
    List<CacheReport.AtDepth> falling =
        List.of(new CacheReport.AtDepth(4, 100), new CacheReport.AtDepth(2, 100));
    assertThatThrownBy(() -> new CacheReport.Service(0, 1, falling))
        .hasMessage("service.depth = 2: must be above the one before, 4");
  }
}
