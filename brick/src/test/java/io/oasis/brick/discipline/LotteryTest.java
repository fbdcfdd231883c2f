package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows who wins with which number between 0 and 1. */
class LotteryTest {
  private static RandomGenerator drawing(double number) {
    return () -> (long) (number * 0x1p53) << 11;
  }

  private static Session arrive(Discipline lottery, int number, double share) {
    Session session = new Session(number, "s" + number, Terms.standard().withShare(share));
    lottery.join(session, 0);
    Io io = new Io();
    io.set(session, false, 0, 4096);
    lottery.arrive(io, 0);
    return session;
  }

  /** Shares 1, 2, 3 and 4. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0.09, 0", "0.11, 1", "0.29, 1", "0.31, 2", "0.59, 2", "0.61, 3", "0.99, 3"})
  void eachWinsInItsPartOfAllTickets(double number, int winner) {
    Lottery lottery = new Lottery(1, 0, drawing(number));
    for (int i = 0; i < 4; i++) {
      arrive(lottery, i, i + 1);
    }
    assertThat(lottery.next(0)).matches(io -> io.session().number() == winner);
  }

  @Test
  void whoComesLaterLeavesTheOthersTheirTickets() {
    Lottery lottery = new Lottery(1, 0, drawing(0.25));
    Session early = arrive(lottery, 0, 1);
    arrive(lottery, 5, 1);
    assertThat(lottery.next(0)).matches(io -> io.session() == early);
  }

  /** 0.625 of 4 tickets is among the first three, of 2 it is the other's. */
  @Test
  void anotherShareCountsForWhatWaits() {
    Lottery lottery = new Lottery(1, 0, drawing(0.625));
    Session raised = arrive(lottery, 0, 1);
    arrive(lottery, 1, 1);
    raised.setTerms(raised.terms().withShare(3));
    lottery.changed(raised, 0);
    assertThat(lottery.next(0)).matches(io -> io.session() == raised);
  }
}
