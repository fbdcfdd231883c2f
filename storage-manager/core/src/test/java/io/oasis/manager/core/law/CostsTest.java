package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Two mixes that keep a device full tell what one kind of I/O costs against another. */
class CostsTest {
  private static final Sight.Kind SMALL = new Sight.Kind(12, 1);
  private static final Sight.Kind LARGE = new Sight.Kind(19, 1);

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
    assertThat(costs.of(LARGE) / costs.of(SMALL)).isCloseTo(5, Offset.offset(0.05));
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
    assertThat(costs.of(database) / costs.of(SMALL)).isCloseTo(2.2, Offset.offset(0.01));
    assertThat(costs.of(new Sight.Kind(12, 0)) / costs.of(SMALL)).isCloseTo(5, Offset.offset(0.05));
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

  private static Taker taker(String name, Sight.Kind kind) {
    Taker taker = new Taker(new QueueId(new ApplicationId(name), new LunId("lun")));
    taker.kind = kind;
    return taker;
  }
}
