package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.RateBound;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows, on a model of the kernel's throttle, that a queue which waits for one I/O before it asks
 * for the next gets its limit whatever its read/write ratio is, and that no queue gets more over
 * time.
 */
class ReadWriteRatioTest {
  private static final int SLICES_PER_SECOND = 10;
  private static final int SECONDS = 120;
  private static final int WARM_UP = 10;

  /** One I/O outstanding, each a read by chance. */
  @ParameterizedTest
  @CsvSource({
    "500, 0.5",
    "500, 0.7",
    "500, 0.9",
    "500, 0.95",
    "500, 0.98",
    "500, 0.05",
    "2000, 0.5",
    "2000, 0.95",
    "100, 0.5",
    "100, 0.9",
    "100, 0.95",
    "50, 0.7"
  })
  void oneAtATimeGetsItsLimit(double limit, double reads) {
    assertThat(alternating(limit, _ -> reads) / limit).isBetween(0.98, 1.02);
  }

  @Test
  void followsAMixThatChanges() {
    assertThat(alternating(500, second -> second % 40 < 20 ? 0.95 : 0.3) / 500)
        .isBetween(0.88, 1.02);
  }

  /** Readers and writers that do not wait for each other use up whatever each is given. */
  @ParameterizedTest
  @CsvSource({"500, 0.5", "500, 0.95", "100, 0.9", "20, 0.7"})
  void bothDirectionsAtOnceGetNoMoreThanTheLimit(double limit, double given) {
    ReadWriteRatio ratio = new ReadWriteRatio();
    double carryReads = 0;
    double carryWrites = 0;
    Counters counters = Counters.ZERO;
    for (int second = 0; second < SECONDS; second++) {
      Throttle throttle = split(limit, given, ratio);
      carryReads += throttle.get(Throttle.Part.READ_IOPS);
      carryWrites += throttle.get(Throttle.Part.WRITE_IOPS);
      counters = new Counters((long) carryReads, (long) carryWrites, 0, 0);
      ratio.look(counters, Duration.ofSeconds(second + 1), throttle, RateBound.ofIops(limit));
    }
    double passed = (counters.readIos() + counters.writeIos()) / (double) SECONDS;
    assertThat(passed / limit).isBetween(0.95, 1.02);
  }

  /** 20 more than the limit passed per second in both units, of what was lent. */
  @Test
  void whatPassedBeyondTheLimitIsOwedPerSecondWhateverTheIntervalIs() {
    ReadWriteRatio ratio = new ReadWriteRatio();
    RateBound both =
        new RateBound(
            RateBound.ofIops(100).iops(), RateBound.ofBytesPerSecond(1_000).bytesPerSecond());
    Throttle lent = Throttle.ofEach(75, 75, 750, 750);
    ratio.look(new Counters(7, 7, 7, 7), Duration.ofSeconds(1), lent, both);
    ratio.look(new Counters(127, 127, 1_207, 1_207), Duration.ofSeconds(3), lent, both);
    assertThat(ratio.operations.payback()).isEqualTo(10);
    assertThat(ratio.bytes.payback()).isEqualTo(100);
  }

  /** One I/O and one standard deviation of what comes in a slice of 100 ms. */
  @Test
  void theQuieterDirectionIsLentWhatItsBurstsNeed() {
    ReadWriteRatio ratio = new ReadWriteRatio();
    RateBound both =
        new RateBound(
            RateBound.ofIops(180).iops(), RateBound.ofBytesPerSecond(1e6).bytesPerSecond());
    ratio.look(Counters.ZERO, Duration.ofSeconds(1), Throttle.NONE, both);
    Counters reads = new Counters(90, 0, 90 * 4_096, 0);
    ratio.look(reads, Duration.ofSeconds(2), Throttle.NONE, both);
    assertThat(ratio.operations.surplus(90)).as("there is no quieter one").isZero();

    Counters mixed = reads.plus(new Counters(90, 90, 90 * 4_096, 90 * 4_096));
    ratio.look(mixed, Duration.ofSeconds(3), Throttle.NONE, both);
    assertThat(ratio.operations.readShare(1)).as("a direction that begins").isEqualTo(0.5);
    assertThat(ratio.operations.surplus(90)).isEqualTo(40);
    assertThat(ratio.bytes.surplus(90 * 4_096)).isEqualTo(40 * 4_096);

    ratio.look(mixed.plus(new Counters(70, 30, 7, 3)), Duration.ofSeconds(4), Throttle.NONE, both);
    assertThat(ratio.operations.readShare(1)).as("follows slowly").isCloseTo(0.56, within(1e-9));
  }

  @Test
  void twoLooksAtTheSameMomentSayNothing() {
    ReadWriteRatio ratio = new ReadWriteRatio();
    RateBound limit = RateBound.ofIops(100);
    ratio.look(Counters.ZERO, Duration.ofSeconds(1), Throttle.NONE, limit);
    ratio.look(new Counters(1, 1, 1, 1), Duration.ofSeconds(1), Throttle.NONE, limit);
    assertThat(ratio.operations.readShare(0.7)).isEqualTo(0.7);
    assertThat(ratio.operations.payback()).isZero();
  }

  private static double alternating(double limit, IntToDoubleFunction readsIn) {
    Random random = new Random(20_260_101);
    ReadWriteRatio ratio = new ReadWriteRatio();
    long reads = 0;
    long writes = 0;
    long counted = 0;
    boolean read = true;
    for (int second = 0; second < SECONDS; second++) {
      double share = readsIn.applyAsDouble(second);
      Throttle throttle = split(limit, share, ratio);
      double readTokens = 0;
      double writeTokens = 0;
      for (int slice = 0; slice < SLICES_PER_SECOND; slice++) {
        readTokens = oneSliceMore(readTokens, throttle.get(Throttle.Part.READ_IOPS));
        writeTokens = oneSliceMore(writeTokens, throttle.get(Throttle.Part.WRITE_IOPS));
        while (read ? readTokens >= 1 : writeTokens >= 1) {
          if (read) {
            readTokens--;
            reads++;
          } else {
            writeTokens--;
            writes++;
          }
          read = random.nextDouble() < share;
        }
      }
      ratio.look(
          new Counters(reads, writes, 0, 0),
          Duration.ofSeconds(second + 1),
          throttle,
          RateBound.ofIops(limit));
      counted = second < WARM_UP ? reads + writes : counted;
    }
    return (reads + writes - counted) / (double) (SECONDS - WARM_UP);
  }

  /** What a slice did not use is lost, but for what was begun. */
  private static double oneSliceMore(double tokens, long limit) {
    return Math.min(tokens, 1) + limit / (double) SLICES_PER_SECOND;
  }

  private static Throttle split(double limit, double share, ReadWriteRatio ratio) {
    return Split.of(RateBound.ofIops(limit), share, 10, ratio);
  }
}
