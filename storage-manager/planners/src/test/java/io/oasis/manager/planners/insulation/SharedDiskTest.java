package io.oasis.manager.planners.insulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what counts as another disk, cache or goal, and which of them cannot be. */
class SharedDiskTest {
  private static final SharedDisk DISK = disk(100, 200, 100, 100);

  /** Each figure in turn up to a twentieth away, and further. */
  @ParameterizedTest
  @CsvSource({
    "100, 200, 100, 100, ''",
    "95, 200, 100, 100, ''",
    "94, 200, 100, 100, the disk is another one",
    "100, 190, 100, 100, ''",
    "100, 189, 100, 100, the disk is another one",
    "100, 200, 95, 100, ''",
    "100, 200, 106, 100, the disk is another one",
    "100, 200, 100, 95, ''",
    "100, 200, 100, 106, the disk is another one",
  })
  void aDiskThatIsMeasuredAgainIsTheSameWithinATwentieth(
      double average, double longest, double rotation, double streaming, String change) {
    assertThat(DISK.change(disk(average, longest, rotation, streaming))).isEqualTo(change);
  }

  @Test
  void aCacheOfAnotherSizeIsToldWithBoth() {
    assertThat(DISK.change(new SharedDisk(DISK.disk(), 80e6)))
        .isEqualTo("the cache has 80 MB, not 100");
  }

  @Test
  void anotherGoalIsToldAsTheOperators() {
    String told = "the operator asks for something else";
    Efficiency r = SharedDisk.R;
    double slice = SharedDisk.MOST_SLICE_MICROS;
    SliceEnds ends = SliceEnds.CARRIED_OVER;
    assertThat(DISK.change(asked(new Efficiency(0.8), slice, ends))).isEqualTo(told);
    assertThat(DISK.change(asked(r, 5e5, ends))).isEqualTo(told);
    assertThat(DISK.change(asked(r, slice, SliceEnds.LOST))).isEqualTo(told);
    assertThat(DISK.change(asked(r, slice, ends))).isEmpty();
  }

  @Test
  void aDiskThatCannotBeIsRefused() {
    assertThatThrownBy(() -> disk(101, 100, 0, 1))
        .hasMessageStartingWith("longestSeekMicros = 100.0: must be positive");
    assertThatThrownBy(() -> disk(0, 0, -1, 1)).hasMessageStartingWith("rotationMicros = -1.0");
    assertThatThrownBy(() -> disk(0, 0, 0, 0))
        .hasMessageStartingWith("streamingBytesPerSecond = 0.0");
    assertThatThrownBy(() -> disk(0, Double.POSITIVE_INFINITY, 0, 1))
        .hasMessageStartingWith("longestSeekMicros = Infinity");
    assertThat(disk(0, 0, 0, 1).disk().positioningMicros()).isZero();
  }

  @Test
  void withoutCacheOrTimeNothingIsPlanned() {
    assertThatThrownBy(() -> new SharedDisk(DISK.disk(), 0).planner())
        .hasMessage("cacheBytes = 0.000000, mostSliceMicros = 1000000.000000: must be above 0");
    assertThatThrownBy(() -> asked(SharedDisk.R, 0, SliceEnds.LOST).planner())
        .hasMessage("cacheBytes = 100000000.000000, mostSliceMicros = 0.000000: must be above 0");
  }

  @Test
  void anREfficiencyIsAPartThatIsNotAllOrNothing() {
    assertThatThrownBy(() -> new Efficiency(0)).hasMessageStartingWith("r = 0.0");
    assertThatThrownBy(() -> new Efficiency(1)).hasMessageStartingWith("r = 1.0");
  }

  @Test
  void dampingMayBeNoneAndNotNegative() {
    Duration none = Duration.ZERO;
    Duration negative = Duration.ofMillis(-1);
    assertThat(new Damping(none, none, 0, 0).need()).isZero();
    assertThatThrownBy(() -> new Damping(negative, none, 0, 0)).hasMessageContaining("PT-0.001S");
    assertThatThrownBy(() -> new Damping(none, negative, 0, 0)).hasMessageContaining("PT-0.001S");
    assertThatThrownBy(() -> new Damping(none, none, -1, 0)).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> new Damping(none, none, 0, -1)).hasMessageContaining("-1.0");
  }

  private static SharedDisk disk(
      double average, double longest, double rotation, double streaming) {
    return new SharedDisk(new DiskTraits(average, longest, rotation, streaming), 100e6);
  }

  private static SharedDisk asked(Efficiency r, double mostSliceMicros, SliceEnds ends) {
    return new SharedDisk(DISK.disk(), 100e6, r, mostSliceMicros, ends);
  }
}
