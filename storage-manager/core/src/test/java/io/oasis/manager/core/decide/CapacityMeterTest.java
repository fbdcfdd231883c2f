package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CapacityEstimator;
import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.Mode;
import org.junit.jupiter.api.Test;

/** Shows what an interval says a domain carried, and whether somebody was starved in it. */
class CapacityMeterTest {
  private static final double KNOWN = 10_000;

  /** So unsteady that any measurement at saturation is taken; a fifth of it counts. */
  private static final CapacityMemory UNSTEADY = new CapacityMemory(KNOWN, KNOWN, 0);

  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, "default");
  private CapacityEstimator capacity = new CapacityEstimator(CapacityMemory.NONE);

  /** What it carried without being saturated. */
  private double carried() {
    capacity = new CapacityEstimator(CapacityMemory.NONE);
    assertThat(new CapacityMeter(told.domain, capacity).measure(told.now())).isFalse();
    assertThat(capacity.isSaturated()).isFalse();
    return capacity.memory().lower();
  }

  /** What a measurement at saturation is taken to say; what was known where it says nothing. */
  private double sample() {
    measureKnown();
    return KNOWN + (capacity.memory().center() - KNOWN) / 0.2;
  }

  private void measureKnown() {
    capacity = new CapacityEstimator(UNSTEADY);
    new CapacityMeter(told.domain, capacity).measure(told.now());
  }

  private boolean isSaturated() {
    measureKnown();
    return capacity.isSaturated();
  }

  /** A measurement while somebody is starved says nothing of how much there is. */
  private boolean isUneven() {
    double sample = sample();
    assertThat(capacity.isSaturated()).isTrue();
    return sample == KNOWN;
  }

  @Test
  void aDomainCarriesWhatItsQueuesDo() {
    told.does(told.queue("silent"), Quality.OBSERVED, 1_000);
    told.passes(5);
    told.does(told.queue("a"), Quality.OBSERVED, 100);
    told.does(told.queue("b"), Quality.OBSERVED, 50);
    told.lun("a", Pressure.RELAXED, 900, 5, 0.5);
    assertThat(carried()).isEqualTo(300);
  }

  /** Its LUN completed four fifths of what queues sent: the rest is on its way. */
  @Test
  void whatDidNotComeBackWasNotCarried() {
    assertThat(counted(100, 80)).isCloseTo(160, within(1e-9));
    assertThat(counted(105, 84)).as("nearly the same count").isCloseTo(160, within(1e-9));
    assertThat(counted(110, 88)).as("just the same count").isCloseTo(160, within(1e-9));
    assertThat(counted(120, 60)).as("requests were split").isEqualTo(200);
    assertThat(counted(80, 60)).as("requests were merged").isEqualTo(200);
    assertThat(counted(100, 0)).as("nothing is said of what came back").isEqualTo(200);
  }

  /** Of 100 I/Os of two queues; half of them of each LUN. */
  private double counted(double sent, double done) {
    ToldDomain domain = new ToldDomain(Mode.ENFORCE, "default");
    domain.counted(domain.queue("silent"), 500);
    domain.passes(5);
    domain.counted(domain.queue("a"), 70);
    domain.counted(domain.queue("b"), 30);
    domain.queue("new");
    Flow half = new Flow(sent / 2, done / 2, 0, 100);
    domain.lun("a", Pressure.RELAXED, half, 5, 0.5);
    domain.lun("b", Pressure.RELAXED, half, 5, 0.5);
    CapacityEstimator estimator = new CapacityEstimator(CapacityMemory.NONE);
    new CapacityMeter(domain.domain, estimator).measure(domain.now());
    return estimator.memory().lower();
  }

  @Test
  void whatIsMeasuredOnAQueueIsCarriedAsItIs() {
    told.counted(told.queue("a"), 50);
    told.does(told.queue("b"), Quality.OBSERVED, 50);
    told.lun("a", Pressure.RELAXED, new Flow(100, 80, 0, 100), 5, 0.5);
    assertThat(carried()).isEqualTo(200);
  }

  @Test
  void whatQueuesDidNotSendIsNotTheirs() {
    told.counted(told.queue("a"), 0);
    told.lun("a", Pressure.RELAXED, new Flow(0, 5, 0, 100), 5, 0.5);
    assertThat(carried()).isZero();
  }

  /** A LUN that is idle for a fifth of the time would carry 1,000; half of the way is believed. */
  @Test
  void idleTimeOfASingleLunTellsHowMuchFurtherItReaches() {
    told.does(told.queue("a"), Quality.OBSERVED, 400);
    told.lun("a", Pressure.SATURATED, 400, 10, 0.8);
    assertThat(sample()).isCloseTo(900, within(1e-6));
    told.lun("a", Pressure.SATURATED, 400, 10, 0);
    assertThat(sample()).as("it does not say how busy it was").isCloseTo(800, within(1e-6));
    told.lun("b", Pressure.SATURATED, 400, 10, 0.8);
    assertThat(sample()).as("one may be idle while the other is not").isCloseTo(800, within(1e-6));
  }

  /** What both carried says nothing of how busy the one was whose report is late. */
  @Test
  void idleTimeOfOneOfTwoLunsIsNotTheDomains() {
    told.does(told.queue("a"), Quality.OBSERVED, 200);
    told.does(told.queue("b", "b"), Quality.OBSERVED, 200);
    told.lun("b", Pressure.SATURATED, 200, 10, 1);
    told.domain.decided();
    told.lun("a", Pressure.SATURATED, 200, 10, 0.8);
    assertThat(sample()).isCloseTo(800, within(1e-6));
  }

  @Test
  void whoWaitsSaysWhetherItIsSaturated() {
    told.does(told.queue("a"), Quality.OBSERVED, 400);
    told.lun("a", Pressure.SATURATED, 10, 10, 1);
    told.lun("b", Pressure.RELAXED, 390, 10, 1);
    assertThat(isSaturated()).as("half of those who wait").isTrue();
    told.lun("b", Pressure.RELAXED, 390, 10.1, 1);
    assertThat(isSaturated()).as("less than half").isFalse();
    told.domain.decided();
    told.lun("a", Pressure.SATURATED, 10, 10, 1);
    assertThat(isSaturated()).as("the other has not reported since").isTrue();
  }

  @Test
  void whereNobodyWaitsNothingIsSaturated() {
    told.does(told.queue("a"), Quality.OBSERVED, 400);
    told.lun("a", Pressure.RELAXED, 400, 0, 0.5);
    assertThat(isSaturated()).isFalse();
  }

  @Test
  void itIsToldWhenTheCapacityIsFound() {
    CapacityMeter meter = new CapacityMeter(told.domain, capacity);
    told.does(told.queue("a"), Quality.OBSERVED, 400);
    told.lun("a", Pressure.SATURATED, 400, 10, 1);
    assertThat(meter.measure(told.now())).isFalse();
    assertThat(meter.measure(told.now())).isFalse();
    assertThat(meter.measure(told.now())).isTrue();
    assertThat(told.domain.takeEvents()).containsExactly("capacity found: 800 cost/s");
    assertThat(meter.measure(told.now())).isFalse();
  }

  /** On a busy device, one that wants more, on a LUN of its own. */
  private HeardQueue waiting(double iops, double lunIops, double outstanding) {
    told.does(told.queue("busy"), Quality.OBSERVED, 1_000);
    told.lun("a", Pressure.SATURATED, 1_000, 10, 1);
    told.lun("b", Pressure.SATURATED, lunIops, outstanding, 1);
    return told.does(told.queue("slow", "b"), Quality.CENSORED, iops);
  }

  /** A limit of 100 lets it have 98 of them: a quarter are 24.5. */
  @Test
  void whoGetsLittleOfWhatItsLimitLetsItIsStarved() {
    HeardQueue queue = waiting(24.4, 10, 1);
    told.limit(queue, 100);
    assertThat(isUneven()).isTrue();
    told.does(queue, Quality.CENSORED, 24.5);
    assertThat(isUneven()).isFalse();
    told.does(queue, Quality.OBSERVED, 24.4);
    assertThat(isUneven()).as("it wants no more").isFalse();
  }

  @Test
  void whoHasNoLimitIsStarvedOnlyWhenItGetsNothing() {
    HeardQueue queue = waiting(0, 0, 1);
    assertThat(isUneven()).isTrue();
    told.does(queue, Quality.CENSORED, 0.1);
    assertThat(isUneven()).isFalse();
  }

  @Test
  void whoseIosDoNotWaitAllTheTimeIsNotStarved() {
    waiting(0, 0, 0.9);
    assertThat(isUneven()).isTrue();
    told.lun("b", Pressure.SATURATED, 0, 0.89, 1);
    assertThat(isUneven()).isFalse();
  }

  /** 8 wait for 16 a second: half a second each, and one that takes a second waits twice that. */
  @Test
  void whoWaitsAsLongAsTheOthersIsNotStarved() {
    waiting(0, 1, 1);
    told.lun("a", Pressure.SATURATED, 15, 7, 1);
    assertThat(isUneven()).as("twice as long").isFalse();
    told.lun("b", Pressure.SATURATED, 0.9, 1, 1);
    assertThat(isUneven()).as("longer").isTrue();
    told.lun("b", Pressure.SATURATED, 15, 1, 1);
    assertThat(isUneven()).as("less long").isFalse();
  }

  @Test
  void whoseLunHasNotReportedIsNotStarved() {
    told.does(told.queue("busy"), Quality.OBSERVED, 1_000);
    told.does(told.queue("slow", "b"), Quality.CENSORED, 0);
    told.lun("a", Pressure.SATURATED, 1_000, 10, 1);
    assertThat(isUneven()).isFalse();
  }
}
