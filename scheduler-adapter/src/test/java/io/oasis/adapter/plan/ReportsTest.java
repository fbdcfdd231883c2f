package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Grain;
import io.oasis.protocol.Iops;
import io.oasis.protocol.LunId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what a manager is told of limits in force and of the least that can be asked for. */
class ReportsTest {
  private static final long MIB = 1 << 20;

  private static Optional<RateBound> both(double iops, double bytes) {
    return Optional.of(
        new RateBound(Optional.of(new Iops(iops)), Optional.of(new BytesPerSecond(bytes))));
  }

  private static Optional<RateBound> bound(Throttle inForce) {
    return Reports.bound(inForce, Optional.empty());
  }

  @Test
  void whatIsInForceIsSaidOverBothDirections() {
    assertThat(bound(Throttle.NONE)).isEmpty();
    assertThat(bound(Throttle.ofEach(3, 4, 100, 200))).isEqualTo(both(7, 300));
    assertThat(bound(Throttle.ofBoth(5, 500))).isEqualTo(both(5, 500));
    assertThat(bound(Throttle.ofBoth(5, 0))).contains(RateBound.ofIops(5));
    assertThat(bound(Throttle.ofBoth(0, 500))).contains(RateBound.ofBytesPerSecond(500));
    assertThat(bound(Throttle.ofWeight(25))).contains(RateBound.ofIops(250));
  }

  @Test
  void whatOneDirectionIsLentDoesNotCount() {
    assertThat(Reports.bound(Throttle.ofEach(100, 50, 900, 450), both(100, 900)))
        .isEqualTo(both(100, 900));
  }

  /** Where operations are held in bytes, the least is that of pages, if it is the smaller one. */
  @ParameterizedTest
  @CsvSource({"true, 1000, 256", "true, 200, 200", "false, 1000, 1000"})
  void theLeastThatCanBeAskedForIsSaid(boolean byBytes, long least, double said) {
    Grain grain = new Grain(1_000, MIB, least, MIB, byBytes, Grain.Change.FREE);
    AdapterConfig config =
        new AdapterConfig(
            GivenCore.ADAPTER,
            "spdk",
            AdapterStatus.Placement.BELOW_COUNTERS,
            Form.ofBoth(grain),
            GivenCore.LEASE);
    Reports reports =
        new Reports(config, new Fence(GivenCore.ADAPTER, Map.of(), () -> new SessionId("s")));
    Inventory inventory =
        new Inventory(
            Map.of(),
            Map.of(new LunId("x"), new Inventory.Lun(new DeviceRef(7, 1, 3), GivenCore.DOMAIN)));
    List<Effect> beats =
        reports.statuses(inventory, List.of(), new Now(Duration.ZERO, Instant.EPOCH));
    assertThat(beats)
        .singleElement()
        .satisfies(
            beat ->
                assertThat(((AdapterStatus) ((Effect.Tell) beat).message()).target().minIops())
                    .isEqualTo(said));
  }
}
