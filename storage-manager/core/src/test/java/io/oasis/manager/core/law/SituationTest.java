package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows what is known of a device: whether I/Os stand in it, and what there is to share. */
class SituationTest {
  private static final double LENGTH = 0.25;

  private final Situation at = new Situation();
  private double seconds;

  private void see(double forSeconds, double rate, double inFlight, double latency, double held) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH;
      Seen seen = new Seen(Watched.id("a"), 1, Kind.of(4_096, 1), rate, rate, held);
      at.see(new Sight(seconds, LENGTH, List.of(seen), rate, inFlight, latency));
    }
  }

  @Test
  void iosStandInADeviceWhenThereAreTwoOrSoOfThem() {
    see(1, 500, 1.4, 0.01, 0);
    assertThat(at.waits()).isFalse();
    assertThat(at.standing.seconds()).isZero();
    see(1, 500, 1.5, 0.01, 0);
    assertThat(at.waits()).isTrue();
    assertThat(at.standing.seconds()).as("too few to ask").isZero();
    see(1, 500, 2.5, 0.01, 0);
    assertThat(at.standing.seconds()).isCloseTo(1, within(1e-9));
  }

  /** A device with many servers has many I/Os in it of which none waits. */
  @Test
  void iosThatTakeHardlyLongerThanTheLeastDoNotStandThere() {
    see(1, 500, 8, 0.010, 0);
    assertThat(at.waits()).as("the least is not known yet").isTrue();
    see(1, 560, 8, 0.016, 0);
    assertThat(at.waits()).isTrue();
    see(1, 500, 8, 0.011, 0);
    assertThat(at.waits()).isFalse();
    assertThat(at.standing.seconds()).isZero();
    see(1, 500, 8, 0.012, 0);
    assertThat(at.waits()).isTrue();
  }

  /** Where a deep neighbour goes I/Os still stand: as many complete as with it, in less time. */
  @Test
  void theLatencyOfAFullDeviceIsNotTheLeast() {
    see(2, 200, 6, 0.030, 0);
    see(2, 200, 20, 0.100, 0);
    see(60, 200, 6, 0.030, 0);
    assertThat(at.waits()).isTrue();
  }

  /** Where somebody gains by a cut, I/Os had been standing at that latency. */
  @Test
  void whatSomebodyGainedByRefutesWhatWasTakenForTheLeast() {
    see(2, 200, 6, 0.030, 0);
    at.baseIs(0.030);
    assertThat(at.waits()).isFalse();
    at.stood();
    assertThat(at.waits()).isTrue();
  }

  /** It rises by a 300th a second: another device may have come in its place. */
  @Test
  void theLeastLatencyIsForgotten() {
    at.baseIs(0.010);
    see(20, 500, 8, 0.0115, 0);
    assertThat(at.waits()).isFalse();
    at.baseIs(0.005);
    see(20, 500, 8, 0.0115, 0);
    assertThat(at.waits()).isTrue();
    see(400, 500, 8, 0.0115, 0);
    assertThat(at.waits()).isFalse();
  }

  @Test
  void whatThereIsIsTheMedianOfTwoSecondsWithoutLimits() {
    see(2, 1_000, 8, 0.01, 0);
    see(0.25, 5_000, 8, 0.01, 0);
    at.learnRoom();
    assertThat(at.room).isEqualTo(1_000);
    assertThat(at.unlimited).isEqualTo(1_000);
    see(2, 700, 8, 0.01, 0);
    at.learnRoom();
    assertThat(at.room).isEqualTo(700);
  }

  /** The device could have done more. */
  @Test
  void whatIsDoneWhileNobodyWaitsIsNotWhatThereIs() {
    see(2, 1_000, 8, 0.01, 0);
    at.learnRoom();
    see(2.25, 84, 0.1, 0.0015, 0);
    at.learnRoom();
    assertThat(at.room).isEqualTo(1_000);
    assertThat(at.unlimited).isEqualTo(1_000);
  }

  @Test
  void whatComesInTheFirstSecondAfterLimitsIsNotWhatThereIs() {
    see(2, 1_000, 8, 0.01, 0);
    at.learnRoom();
    at.takers().getFirst().hold(400, seconds);
    see(2, 400, 8, 0.01, 9);
    at.free("of the test");
    assertThat(at.isLimited()).isFalse();
    assertThat(at.notes).singleElement().asString().contains("all limits off: of the test");
    assertThat(at.freedAt()).isEqualTo(seconds);
    see(0.75, 2_000, 8, 0.01, 0);
    at.learnRoom();
    assertThat(at.room).isEqualTo(1_000);
    see(1.25, 900, 8, 0.01, 0);
    at.learnRoom();
    assertThat(at.room).isEqualTo(900);
  }

  @Test
  void whatWasNotDoneWhileIosWaitedBehindLimitsIsLost() {
    see(2, 1_000, 8, 0.01, 0);
    at.learnRoom();
    assertThat(at.lost()).isZero();
    at.takers().getFirst().hold(800, seconds);
    see(0.25, 800, 2, 0.01, 0);
    assertThat(at.lost()).as("nothing waits").isZero();
    see(0.25, 800, 2, 0.01, 4);
    assertThat(at.held()).isEqualTo(4);
    assertThat(at.inFlight()).isEqualTo(2);
    assertThat(at.lost()).isCloseTo(0.2, within(1e-9));
    see(0.25, 1_200, 2, 0.01, 4);
    assertThat(at.lost()).as("more than there was").isZero();
    assertThat(at.limits()).containsOnly(java.util.Map.entry(Watched.id("a"), 800.0));
  }

  /** The latency doubles and halves, and its rate stays: it sends what it sends. */
  @Test
  void whoseRateDoesNotGiveWayToTheLatencyIsContent() {
    for (int i = 0; i < 60; i++) {
      learn(LENGTH, 300, i % 2 == 0 ? 0.01 : 0.02);
    }
    at.findContent();
    assertThat(at.takers().getFirst().isContent()).isTrue();
    assertThat(at.takers().getFirst().wish.need()).isEqualTo(300);
    assertThat(at.notes).singleElement().asString().contains("does not mind the latency");
  }

  /** It did so few as it was gone for most of an interval, and the latency fell with it. */
  @Test
  void whoStopsIsNotContentForThat() {
    for (int burst = 0; burst < 4; burst++) {
      learn(3, 500, 0.016);
      learn(LENGTH, 80, 0.0095);
      learn(1, 0, 0.008);
    }
    learn(1, 500, 0.016);
    at.findContent();
    assertThat(at.takers().getFirst().isUnknown()).isTrue();
  }

  private void learn(double forSeconds, double perSecond, double latency) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      see(LENGTH, perSecond, 8, latency, 0);
      Elasticity.learn(at);
    }
  }

  @Test
  void whoseRateGivesWayToTheLatencyIsNot() {
    for (int i = 0; i < 60; i++) {
      learn(LENGTH, i % 2 == 0 ? 400 : 200, i % 2 == 0 ? 0.01 : 0.02);
    }
    at.findContent();
    assertThat(at.takers().getFirst().isUnknown()).isTrue();
  }

  @Test
  void aLatencyThatHardlyMovesTellsNothing() {
    for (int i = 0; i < 60; i++) {
      learn(LENGTH, 300, i % 2 == 0 ? 0.0100 : 0.0102);
    }
    at.findContent();
    assertThat(at.takers().getFirst().isUnknown()).isTrue();
  }

  /** What limits let through is not what there is. */
  @Test
  void whatIsLostIsLostOfWhatWasDoneWithoutLimits() {
    see(3, 1_000, 10, 0.01, 0);
    at.learnRoom();
    at.takers().getFirst().hold(500, seconds);
    see(1, 500, 5, 0.01, 8);
    at.room = 500;
    assertThat(at.lost()).isCloseTo(0.5, within(1e-9));
  }
}
