package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows the slices of the essay to the number: a round of 100 ms, shares 80 and 20. */
class QuantaTest {
  private static final long MILLI = 1_000_000L;

  private final Session large = new Session(0, "large", Terms.standard().withShare(80));
  private final Session small = new Session(1, "small", Terms.standard().withShare(20));
  private final Quanta quanta = new Quanta(4, 0, 100 * MILLI);

  @BeforeEach
  void join() {
    quanta.join(large, 0);
    quanta.join(small, 0);
  }

  private Io arrive(Session session, long atMillis) {
    Io io = new Io();
    io.set(session, false, 0, 4096);
    quanta.arrive(io, atMillis * MILLI);
    return io;
  }

  /** One that goes to the device at once. */
  private Io begun(Session session) {
    Io io = arrive(session, 0);
    assertThat(quanta.next(0)).isSameAs(io);
    return io;
  }

  private void assertNextSliceAt(long millis, Io expected) {
    assertThat(quanta.wakeNanos()).isEqualTo(millis * MILLI);
    assertThat(quanta.next(millis * MILLI - 1)).isNull();
    assertThat(quanta.next(millis * MILLI)).isSameAs(expected);
  }

  @Test
  void aSliceWithoutWorkPassesUnused() {
    Io io = arrive(small, 0);
    assertThat(quanta.next(0)).isNull();
    assertNextSliceAt(80, io);
    quanta.complete(io, 81 * MILLI);
    Io second = arrive(large, 82);
    assertThat(quanta.next(82 * MILLI)).isNull();
    assertNextSliceAt(100, second);
  }

  @Test
  void afterAPauseTheSliceIsTheOneThatTheMomentLiesIn() {
    assertThat(quanta.next(0)).isNull();
    Io early = arrive(small, 1_050);
    assertThat(quanta.next(1_050 * MILLI)).isNull();
    assertNextSliceAt(1_080, early);
  }

  @Test
  void anOverrunIsTakenOffTheNextSliceOfWhoOverran() {
    Io first = begun(large);
    Io waits = arrive(small, 1);
    assertThat(quanta.next(80 * MILLI)).as("the device is not idle").isNull();
    assertThat(quanta.wakeNanos()).isEqualTo(Discipline.NEVER);
    quanta.complete(first, 90 * MILLI);
    assertThat(quanta.next(90 * MILLI)).isSameAs(waits);
    Io again = arrive(large, 91);
    // The small one's slice lasts from 90 to 110; it overruns by 2, so the large one's lasts 70.
    assertThat(quanta.next(91 * MILLI)).isNull();
    quanta.complete(waits, 112 * MILLI);
    assertThat(quanta.next(112 * MILLI)).isSameAs(again);
    quanta.complete(again, 113 * MILLI);
    Io behind = arrive(small, 114);
    assertNextSliceAt(182, behind);
  }

  /** The small one does nothing from 90 to 110; the large one's slice lasts 70 all the same. */
  @Test
  void anOverrunIsTakenOffAlsoWhenTheSliceInBetweenPassedUnused() {
    Io first = begun(large);
    quanta.complete(first, 90 * MILLI);
    Io second = arrive(large, 91);
    assertNextSliceAt(110, second);
    quanta.complete(second, 111 * MILLI);
    Io behind = arrive(small, 112);
    assertThat(quanta.next(112 * MILLI)).isNull();
    assertNextSliceAt(180, behind);
  }

  @Test
  void aSliceIsNeverCutToLessThanATenth() {
    Io first = begun(large);
    quanta.complete(first, 1_080 * MILLI);
    Io waits = arrive(small, 1_080);
    assertThat(quanta.next(1_080 * MILLI)).isSameAs(waits);
    quanta.complete(waits, 1_101 * MILLI);
    Io behind = arrive(small, 1_102);
    assertNextSliceAt(1_109, behind);
  }

  @Test
  void anotherShareAndALeaverCutTheRoundAnew() {
    small.setTerms(Terms.standard().withShare(80));
    quanta.changed(small, 0);
    Io io = arrive(small, 0);
    assertThat(quanta.next(0)).isNull();
    assertNextSliceAt(50, io);
    quanta.complete(io, 51 * MILLI);
    quanta.leave(large, 60 * MILLI);
    Io alone = arrive(small, 61);
    assertThat(quanta.next(61 * MILLI)).isSameAs(alone);
  }
}
