package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Two mixes that keep a device full tell what one kind of I/O costs against another. */
class CostsTest {
  private static final Sight.Kind SMALL = new Sight.Kind(12, 1);
  private static final Sight.Kind LARGE = new Sight.Kind(19, 1);

  /** A little less is believed, as one second may be chance. */
  @Test
  void anIoOfFiveTimesTheTimeCostsFiveTimesAsMuch() {
    Costs costs = new Costs();
    // 1 ms and 5 ms on one server: 167 + 167 and 417 + 117 a second
    costs.learn(
        List.of(taker("a", SMALL), taker("b", LARGE)),
        new double[] {166.7, 166.7},
        new double[] {416.5, 116.7},
        333.4,
        533.2);
    assertThat(costs.of(LARGE) / costs.of(SMALL)).isBetween(4.9, 5.0);
  }

  @Test
  void applicationsOfOneKindAreNeverToldApart() {
    Costs costs = new Costs();
    costs.learn(
        List.of(taker("a", SMALL), taker("b", SMALL)),
        new double[] {800, 20},
        new double[] {500, 100},
        820,
        600);
    assertThat(costs.areKnown()).isFalse();
    assertThat(costs.of(SMALL)).isEqualTo(1);
  }

  @Test
  void totalsThatHardlyDifferTeachNothing() {
    Costs costs = new Costs();
    costs.learn(
        List.of(taker("a", SMALL), taker("b", LARGE)),
        new double[] {900, 100},
        new double[] {700, 280},
        1000,
        980);
    assertThat(costs.areKnown()).isFalse();
  }

  /** 1 ms a read and 5 ms a write on one server; three of ten I/Os of the database are writes. */
  @Test
  void aMixCostsWhatItsReadsAndWritesDo() {
    Sight.Kind database = new Sight.Kind(12, 0.7);
    Costs costs = new Costs();
    costs.learn(
        List.of(taker("a", SMALL), taker("b", database)),
        new double[] {670, 150},
        new double[] {450, 250},
        820,
        700);
    assertThat(costs.of(database) / costs.of(SMALL)).isBetween(2.15, 2.2);
    assertThat(costs.of(new Sight.Kind(12, 0)) / costs.of(SMALL)).isBetween(4.8, 5.0);
    assertThat(costs.isKnown(new Sight.Kind(12, 0.5))).isTrue();
    assertThat(costs.isKnown(new Sight.Kind(13, 0.5))).isFalse();
  }

  @Test
  void mixesThatAreAboutTheSameAreNotToldApart() {
    Costs costs = new Costs();
    costs.learn(
        List.of(taker("a", SMALL), taker("b", new Sight.Kind(12, 0.8))),
        new double[] {800, 20},
        new double[] {500, 100},
        820,
        600);
    assertThat(costs.areKnown()).isFalse();
  }

  /** An I/O of twice the time; totals of a second scatter by a twentieth. */
  @Test
  void whatScattersIsAveraged() {
    Random random = new Random(20261129);
    double all = 0;
    int devices = 50;
    for (int device = 0; device < devices; device++) {
      Costs costs = new Costs();
      for (int finding = 0; finding < 8; finding++) {
        find(costs, 1 + 0.05 * random.nextGaussian());
      }
      double error = Math.log(costs.of(LARGE) / costs.of(SMALL) / 2);
      all += error * error;
    }
    assertThat(Math.sqrt(all / devices)).as("one finding alone is off by 0.17").isLessThan(0.13);
  }

  /** What has been found often is not given up for one finding that chance made. */
  @Test
  void whatIsKnownWellMovesLittle() {
    Costs costs = new Costs();
    for (int finding = 0; finding < 8; finding++) {
      find(costs, 1);
    }
    double before = costs.of(LARGE) / costs.of(SMALL);
    find(costs, 1.1);
    assertThat(costs.of(LARGE) / costs.of(SMALL)).isBetween(0.75 * before, 1.33 * before);
  }

  private static void find(Costs costs, double off) {
    costs.learn(
        List.of(taker("a", SMALL), taker("b", LARGE)),
        new double[] {100, 450},
        new double[] {400 * off, 300 * off},
        550,
        700 * off);
  }

  @Test
  void costsStayFiniteWhateverWasMeasured() {
    Random random = new Random(20261130);
    for (int device = 0; device < 2_000; device++) {
      Costs costs = new Costs();
      for (int finding = 0; finding < 5; finding++) {
        double[] before = {rate(random), rate(random), rate(random)};
        double[] after = {rate(random), rate(random), rate(random)};
        costs.learn(
            List.of(taker("a", SMALL), taker("b", LARGE), taker("c", new Sight.Kind(12, 0.5))),
            before,
            after,
            Arrays.stream(before).sum(),
            Arrays.stream(after).sum());
        assertThat(costs.of(LARGE)).isBetween(1e-4, 1e4);
        assertThat(costs.of(SMALL)).isBetween(1e-4, 1e4);
      }
    }
  }

  private static double rate(Random random) {
    return random.nextInt(4) == 0 ? 0 : Math.exp(10 * random.nextDouble());
  }

  private static Taker taker(String name, Sight.Kind kind) {
    Taker taker = new Taker(new QueueId(new ApplicationId(name), new LunId("lun")));
    taker.kind = kind;
    return taker;
  }
}
