package io.oasis.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.linux.DeviceNumber;
import io.oasis.linux.FileSystem;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows when an agent asks for space, for how much, and what it does not guess. */
class SpaceWatchTest {
  private static final LunId LUN = new LunId("wwid:1");
  private static final long GIB = 1L << 30;

  /** It asks for whole ones. */
  private static final long MIB = 1L << 20;

  private static final Duration HOUR = Duration.ofHours(1);

  private final SpaceWatch watch = new SpaceWatch();

  private static FileSystem system(Optional<FileSystem.Room> room, String trouble) {
    return new FileSystem(new DeviceNumber(8, 0), "/data", "ext4", room, trouble);
  }

  /** 100 GiB of which 5 are kept for root. */
  private SpaceRequest at(Duration time, double usedGib) {
    long used = (long) (usedGib * GIB);
    FileSystem.Room room =
        new FileSystem.Room(100 * GIB, 100 * GIB - used, Math.max(0, 95 * GIB - used));
    return watch.of(LUN, List.of(system(Optional.of(room), "")), time.toNanos()).getFirst();
  }

  private static double growthGib(SpaceRequest request) {
    return request.fill().flatMap(SpaceRequest.Fill::growthBytesPerDay).orElseThrow() / GIB;
  }

  @Test
  void oneWithRoomAsksForNothing() {
    SpaceRequest request = at(Duration.ZERO, 50);
    assertThat(request.askedBytes()).isZero();
    assertThat(request.fill().orElseThrow())
        .isEqualTo(new SpaceRequest.Fill(100 * GIB, 50 * GIB, 45 * GIB, Optional.empty()));
    assertThat(request.reason())
        .isEqualTo("52.6 % full, not watched for long enough to tell its growth");
  }

  /** Nine tenths of what applications may use, not of what root may. */
  @Test
  void oneThatIsNearlyFullAsksForWhatBringsItBack() {
    assertThat(at(Duration.ZERO, 85).askedBytes()).isZero();
    SpaceRequest request = at(Duration.ZERO, 90);
    assertThat(request.askedBytes()).isBetween(5 * GIB, 5 * GIB + MIB);
    assertThat(at(Duration.ZERO, 95).reason()).startsWith("100.0 % full");
  }

  /** The worked numbers of the class. */
  @Test
  void oneThatGrowsAsksForWhatLastsAWeek() {
    for (int hour = 0; hour < 24; hour++) {
      at(HOUR.multipliedBy(hour), 65 + 10 * hour / 24.0);
    }
    SpaceRequest request = at(HOUR.multipliedBy(24), 75);
    assertThat(growthGib(request)).isEqualTo(10);
    assertThat(request.askedBytes()).isEqualTo(50 * GIB);
    assertThat(request.reason()).isEqualTo("78.9 % full, full in 2.0 days at its growth");
  }

  /** 6 GiB in ten minutes would fill it in an hour; it is looked ahead four hours. */
  @Test
  void aShortBurstForetellsLittle() {
    at(Duration.ZERO, 40);
    assertThat(growthIn(at(Duration.ofMinutes(9), 46))).as("too short").isEmpty();
    SpaceRequest request = at(Duration.ofMinutes(10), 46);
    assertThat(growthGib(request)).isCloseTo(6 * 144, within(1e-9));
    assertThat(request.askedBytes()).isBetween((6 * 24 - 49) * GIB, (6 * 24 - 49) * GIB + MIB);
  }

  private static Optional<Double> growthIn(SpaceRequest request) {
    return request.fill().flatMap(SpaceRequest.Fill::growthBytesPerDay);
  }

  @Test
  void whatShrinksDoesNotGrowAndWhatWasBeforeADayIsForgotten() {
    at(Duration.ZERO, 10);
    at(HOUR, 60);
    assertThat(growthGib(at(HOUR.multipliedBy(2), 50))).isCloseTo(40 * 12, within(1e-9));
    SpaceRequest request = at(HOUR.multipliedBy(25), 50);
    assertThat(growthGib(request)).as("since the first hour").isZero();
    assertThat(request.reason()).endsWith("does not grow");
  }

  @Test
  void whatCannotBeReadIsSaidAndNotGuessed() {
    at(Duration.ZERO, 10);
    SpaceRequest blind =
        watch.of(LUN, List.of(system(Optional.empty(), "it is away")), 1).getFirst();
    assertThat(blind)
        .isEqualTo(new SpaceRequest("/data", "ext4", Optional.empty(), 0, "it is away"));
    assertThat(growthIn(at(HOUR, 60))).as("what was before is another's").isEmpty();
  }

  @Test
  void aLunThatIsGoneIsForgotten() {
    at(Duration.ZERO, 10);
    watch.keep(List.of(LUN));
    assertThat(growthIn(at(HOUR, 11))).isPresent();
    watch.keep(List.of());
    assertThat(growthIn(at(HOUR.multipliedBy(2), 12))).isEmpty();
  }

  /** File systems may claim any size. */
  @Test
  void nonsenseOfAHostMakesAMessageAllTheSame() {
    FileSystem.Room room = new FileSystem.Room(Long.MAX_VALUE, -1, Long.MAX_VALUE);
    SpaceRequest request = watch.of(LUN, List.of(system(Optional.of(room), "")), 0).getFirst();
    assertThat(request.fill().orElseThrow().usedBytes()).isEqualTo(SpaceRequest.MOST_BYTES);
    assertThat(request.freeBytes()).isZero();
    assertThat(request.askedBytes()).isPositive();
  }
}
