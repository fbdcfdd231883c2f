package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Shows that I/Os which cost more are told from a device that needs many I/Os to be fast: 32 reads
 * and 2 writes outstanding on a device that serves one after the other.
 */
class ExchangeTest {
  private static final double LENGTH = 0.25;
  private static final QueueId READER = Watched.id("reader");
  private static final QueueId WRITER = Watched.id("writer");
  private static final QueueId OTHER = Watched.id("other");

  private final CausalLaw law = new CausalLaw();
  private final List<String> notes = new ArrayList<>();
  private Map<QueueId, Double> limits = Map.of();
  private double seconds;

  /** Reads a second that the device does at its fastest, and as how many of them a write counts. */
  private double capacity = 1_000;

  private double writeCost = 1;

  /** So many I/Os have to be in the device before it is at its fastest; with a quarter, half. */
  private double depth = 1;

  private boolean isOfOneKind;
  private boolean isReader = true;
  private double outstandingReads = 32;
  private double outstandingWrites = 2;

  /** Of somebody else: it has them whatever the latency is. */
  private double otherReads;

  /** I/Os per second and seconds in the device, of those who always have so many outstanding. */
  private record Done(double reads, double writes, double latency) {}

  /** The latency at which the device is as busy as those make it who are not limited. */
  private Done done() {
    double readLimit = isReader ? limits.getOrDefault(READER, Double.MAX_VALUE) : 0;
    double writeLimit = limits.getOrDefault(WRITER, Double.MAX_VALUE);
    double low = 1e-4;
    double high = 10;
    for (int i = 0; i < 60; i++) {
      double latency = (low + high) / 2;
      double reads = Math.min(readLimit, outstandingReads / latency);
      double writes = Math.min(writeLimit, outstandingWrites / latency);
      double speed = Math.min(1, Math.sqrt((reads + writes) * latency / depth));
      boolean isTooMuch = (otherReads + reads + writes * writeCost) / capacity > speed;
      low = isTooMuch ? latency : low;
      high = isTooMuch ? high : latency;
    }
    return new Done(
        Math.min(readLimit, outstandingReads / high),
        Math.min(writeLimit, outstandingWrites / high),
        high);
  }

  private void run(double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH;
      Done done = done();
      double all = done.reads() + done.writes() + otherReads;
      List<Seen> seen =
          List.of(
              seen(
                  READER,
                  done.reads(),
                  outstandingReads - done.reads() * done.latency(),
                  Kind.of(4_096, 1)),
              seen(
                  WRITER,
                  done.writes(),
                  outstandingWrites - done.writes() * done.latency(),
                  Kind.of(4_096, isOfOneKind ? 1 : 0)),
              seen(OTHER, otherReads, 0, Kind.of(4_096, 1)));
      limits =
          law.step(new Sight(seconds, LENGTH, seen, all, all * done.latency(), done.latency()));
      notes.addAll(law.notes());
    }
  }

  private Seen seen(QueueId queue, double passed, double waiting, Kind kind) {
    double held = limits.containsKey(queue) ? waiting : 0;
    return new Seen(queue, 1, kind, passed, passed, held);
  }

  private long saying(String what) {
    return notes.stream().filter(note -> note.contains(what)).count();
  }

  @Test
  void whoseIosCostFiveTimesAsMuchHasAFifthOfThemInHalfOfTheTime() {
    writeCost = 5;
    run(60);
    assertThat(saying("may cost more")).isOne();
    assertThat(saying("I/Os cost unlike: so many for one 5")).isOne();
    assertThat(done().reads()).isCloseTo(500, within(30.0));
    assertThat(done().writes()).isCloseTo(100, within(6.0));
  }

  /** Both have 167: that a fifth fewer reads leave 7 writes more does not show. */
  @Test
  void whereNobodyTakesTooManyTheOthersAreCutInTurn() {
    writeCost = 5;
    outstandingReads = 16.5;
    outstandingWrites = 16;
    run(60);
    assertThat(done().reads()).isCloseTo(500, within(30.0));
    assertThat(done().writes()).isCloseTo(100, within(6.0));
  }

  /** Whoever has more by then: it is the turn of who was not cut before. */
  @Test
  void whoWasAskedFirstIsCutInTurn() {
    writeCost = 5;
    outstandingReads = 16.5;
    outstandingWrites = 16;
    run(8);
    outstandingReads = 15.5;
    run(52);
    assertThat(done().reads()).isCloseTo(500, within(30.0));
    assertThat(done().writes()).isCloseTo(100, within(6.0));
  }

  /** What a cut frees is lost there, whichever of the two is cut. */
  @Test
  void aDeviceThatNeedsDepthIsLeftAlone() {
    capacity = 10_000;
    depth = 60;
    outstandingWrites = 16;
    run(120);
    assertThat(saying("may cost more")).isPositive();
    assertThat(saying("the device needs as many I/Os")).isOne();
    assertThat(limits).isEmpty();
    assertThat(saying(" asks ")).as("questions in two minutes").isLessThanOrEqualTo(6);
  }

  /** I/Os of one kind cost the same, so there is nothing to ask. */
  @Test
  void iosOfOneKindAreNotAskedTheOtherWayRound() {
    writeCost = 5;
    isOfOneKind = true;
    run(60);
    assertThat(saying("may cost more")).isZero();
  }

  /** Nothing can be compared with the interval in which somebody came: it is asked after that. */
  @Test
  void whoComesInTheMeantimePutsTheOtherQuestionOff() {
    writeCost = 5;
    while (saying("may cost more") == 0) {
      run(LENGTH);
    }
    run(2);
    long asked = saying(" asks ");
    otherReads = 60;
    run(LENGTH);
    assertThat(saying(" asks ")).isEqualTo(asked);
    run(3);
    assertThat(notes)
        .filteredOn(note -> note.contains(" asks "))
        .last()
        .asString()
        .contains(WRITER + " held");
  }

  @Test
  void whenOneOfTheTwoHasGoneNothingIsAsked() {
    writeCost = 5;
    while (saying("may cost more") == 0) {
      run(LENGTH);
    }
    long asked = saying(" asks ");
    isReader = false;
    run(30);
    assertThat(saying(" asks ")).isEqualTo(asked);
    assertThat(limits).isEmpty();
  }
}
