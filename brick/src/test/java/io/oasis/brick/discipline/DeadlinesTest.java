package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows the moments at which EDF lets I/Os go, and the depths that facade finds, to the number. */
class DeadlinesTest {
  private static final long MILLI = 1_000_000L;

  private static Session session(int number, long latencyMillis) {
    return new Session(
        number, "s" + number, Terms.standard().withLatencyNanos(latencyMillis * MILLI));
  }

  private static Io arrive(Discipline edf, Session session, long atMillis) {
    Io io = new Io();
    io.set(session, false, 0, 4096);
    edf.arrive(io, atMillis * MILLI);
    return io;
  }

  /** Sends an I/O whose deadline is when it goes. */
  private static void serve(Edf edf, Session session, long fromMillis, long untilMillis) {
    long latency = session.terms().latencyNanos() / MILLI;
    Io io = arrive(edf, session, fromMillis - latency);
    assertThat(edf.next(fromMillis * MILLI)).isSameAs(io);
    edf.complete(io, untilMillis * MILLI);
  }

  /** The average of 0 and 160 ms, which counts one part in sixteen, is 10 ms. */
  @Test
  void anIoWaitsUntilItsDeadlineLeavesTheTimeAtTheDevice() {
    Edf edf = new Edf(4, 0, true);
    Session session = session(0, 100);
    edf.join(session, 0);
    serve(edf, session, 100, 260);
    Io io = arrive(edf, session, 300);
    assertThat(edf.wakeNanos()).isEqualTo(390 * MILLI);
    assertThat(edf.next(390 * MILLI - 1)).isNull();
    assertThat(edf.next(390 * MILLI)).isSameAs(io);
  }

  @ParameterizedTest
  @CsvSource({"300, 1", "150, 0"})
  void anotherLatencyCountsFromTheArrivalOfWhatWaits(long latencyMillis, int first) {
    Edf edf = new Edf(4, 0, false);
    Session changing = session(0, 100);
    Session other = session(1, 200);
    edf.join(changing, 0);
    edf.join(other, 0);
    Io one = arrive(edf, changing, 10);
    Io two = arrive(edf, other, 10);
    changing.setTerms(changing.terms().withLatencyNanos(latencyMillis * MILLI));
    edf.changed(changing, 20 * MILLI);
    assertThat(edf.next(20 * MILLI)).isSameAs(first == 0 ? one : two);
  }

  /** Let through at 100 ms and promised 150, its deadline is 30 ms after the other's. */
  @Test
  void anotherLatencyOfWhatWasHeldCountsFromWhenItWasLetThrough() {
    Discipline edf = new Limited(new Edf(1, 0, false));
    Session changing = session(0, 100);
    Session other = session(1, 170);
    changing.setTerms(changing.terms().withLimits(10, 0));
    edf.join(changing, 0);
    edf.join(other, 0);
    Io first = arrive(edf, changing, 0);
    assertThat(edf.next(0)).isSameAs(first);
    arrive(edf, changing, 0);
    Io two = arrive(edf, other, 50);
    assertThat(edf.next(100 * MILLI)).as("the device is busy").isNull();
    changing.setTerms(changing.terms().withLatencyNanos(150 * MILLI));
    edf.changed(changing, 110 * MILLI);
    edf.complete(first, 120 * MILLI);
    assertThat(edf.next(120 * MILLI)).isSameAs(two);
  }

  /**
   * The average at the device is 10 ms. Promised 5 ms, half of the depth is left after a second;
   * promised 10 ms and with all of that in use, it grows by a tenth and at least by one.
   */
  @ParameterizedTest
  @CsvSource({"40, 20, 22", "4, 2, 3"})
  void facadeCutsTheDepthInProportionAndLetsItGrowByATenth(int most, int cut, int grown) {
    Facade facade = new Facade(most, 0);
    Session session = session(0, 5);
    facade.join(session, 0);
    serve(facade, session, 5, 165);
    serve(facade, session, 655, 665);
    assertThat(facade.depth()).as("within the second").isEqualTo(most);
    serve(facade, session, 1155, 1165);
    assertThat(facade.depth()).isEqualTo(cut);

    session.setTerms(session.terms().withLatencyNanos(10 * MILLI));
    facade.changed(session, 1165 * MILLI);
    serve(facade, session, 2155, 2165);
    assertThat(facade.depth()).as("not in use").isEqualTo(cut);
    for (int i = 0; i < cut; i++) {
      arrive(facade, session, 3150);
    }
    Io last = null;
    for (Io io = facade.next(3155 * MILLI); io != null; io = facade.next(3155 * MILLI)) {
      last = io;
    }
    assertThat(facade.outstanding()).isEqualTo(cut);
    assertThat(last).isNotNull();
    facade.complete(last, 3165 * MILLI);
    assertThat(facade.depth()).isEqualTo(grown);
  }
}
