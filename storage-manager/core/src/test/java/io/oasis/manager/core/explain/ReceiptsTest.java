package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.decide.GivenLaw;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.hear.Said;
import io.oasis.manager.core.receipt.Bottleneck;
import io.oasis.manager.core.receipt.Interval;
import io.oasis.manager.core.receipt.Interval.Held;
import io.oasis.manager.core.receipt.Interval.Limit;
import io.oasis.manager.core.receipt.Interval.Measured;
import io.oasis.manager.core.receipt.Parts;
import io.oasis.manager.core.receipt.Receipt;
import io.oasis.manager.core.receipt.ReceiptBook;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * From what a receipt is computed: how long the domain takes for an I/O, what one takes when
 * nothing waits, and what a limit lets in. What follows from it is {@code ReceiptBookTest}'s.
 */
class ReceiptsTest {
  /** The size of all I/Os; each costs 2. */
  private static final double BYTES = CostModel.BYTES_PER_COST;

  private static final Held FREE = new Held(Limit.NONE, 0, 1);

  private final Domain domain = new Domain(Said.DOMAIN, ControllerConfig.DEFAULT, Optional.empty());
  private final GivenLaw law = new GivenLaw();
  private final Receipts receipts = new Receipts(domain, law);

  /** The minute that is taken next. */
  private Instant now = Said.NOW;

  private HeardQueue queue(String name, String lun) {
    return domain.add(new QueueId(new ApplicationId("h:/" + name), new LunId(lun)));
  }

  private void does(
      HeardQueue queue, Quality quality, double iops, double micros, double outstanding) {
    QueueSample sample =
        new QueueSample(
            new Flow(iops, iops, iops * BYTES, micros),
            Flow.NONE,
            outstanding,
            Optional.empty(),
            QueueSample.LatencySource.QUEUE);
    queue.take(
        new Request(
            queue.id().application(),
            sample,
            new Demand(quality, sample.bandwidth(), Optional.empty(), "test"),
            Optional.empty(),
            Optional.empty()),
        domain.heard());
  }

  private void lun(String lun, double baseMicros, double utilisation) {
    domain.reported(
        new LunReport(
            new LunInterval(Said.DOMAIN, new LunId(lun), new HostId("h"), 1, Said.NOW, 1_000),
            Flow.NONE,
            Flow.NONE,
            1,
            utilisation,
            baseMicros,
            LunReport.Pressure.SATURATED,
            1));
  }

  private void limit(HeardQueue queue, double iops) {
    queue.sent(Optional.of(RateBound.ofIops(iops)), domain.nextVersion(), Said.NOW);
  }

  private void holdBelowTheCounters() {
    domain
        .adapters()
        .beat(
            Said.status("h:x", "s", Version.NONE, Said.NOW, Optional.of(Placement.BELOW_COUNTERS)),
            Said.NOW,
            Said.NOW);
  }

  /** One interval, which speaks for a minute of its own. */
  private void take() {
    receipts.take(now);
    now = now.plusSeconds(60);
  }

  /** Of the interval taken last. */
  private Receipt last(HeardQueue queue) {
    take();
    return receipts.of(queue).getFirst();
  }

  private static void assertSame(Receipt receipt, Receipt expected) {
    assertThat(figures(receipt)).containsExactly(figures(expected), within(1e-6));
  }

  private static double[] figures(Receipt receipt) {
    Parts parts = receipt.parts();
    return new double[] {
      receipt.ios(),
      receipt.measured(),
      receipt.total(),
      parts.device(),
      parts.neighbours(),
      parts.limit(),
      parts.application(),
      parts.unexplained()
    };
  }

  /** What is written down of the first of these, when they are all of the first minute. */
  private static Receipt of(double serviceMicros, Interval... all) {
    ReceiptBook book = new ReceiptBook();
    Bottleneck bottleneck = Bottleneck.of(List.of(all), serviceMicros);
    book.add(all[0], bottleneck, Said.NOW);
    book.add(all[0], bottleneck, Said.NOW.plusSeconds(60));
    return book.receipts().getFirst();
  }

  /** 400 I/Os of cost 2 a second, of 1,000 that the domain carries: 2 ms for each. */
  @Test
  void whereTheCapacityIsKnownItTellsHowLongAnIoTakes() {
    law.carried = Optional.of(1_000.0);
    HeardQueue a = queue("a", "fast");
    HeardQueue b = queue("b", "slow");
    does(a, Quality.OBSERVED, 100, 20_000, 2);
    does(b, Quality.OBSERVED, 300, 10_000, 3);
    lun("fast", 1_500, 0.5);
    lun("slow", 5_000, 0.8);
    take();
    Interval ofA = new Interval(new Measured(100, 100, 20_000, 2, 0.5), 1_500, FREE, 0);
    Interval ofB = new Interval(new Measured(300, 300, 10_000, 3, 0.8), 2_000, FREE, 0);
    Receipt receipt = last(a);
    assertSame(receipt, of(2_000, ofA, ofB));
    assertThat(receipt.ios()).isEqualTo(100);
    assertSame(receipts.of(b).getFirst(), of(2_000, ofB, ofA));
  }

  /** Two of three LUNs were heard of, each idle half of the time: for 3/4 there was something. */
  @Test
  void whileTheCapacityIsNotKnownTheBusyTimeTells() {
    HeardQueue a = queue("a", "x");
    does(a, Quality.OBSERVED, 300, 20_000, 6);
    HeardQueue b = queue("b", "unknown");
    does(b, Quality.OBSERVED, 100, 10_000, 1);
    lun("late", 0, 0.9);
    domain.decided();
    lun("x", 8_000, 0.5);
    lun("y", 8_000, 0.5);
    take();
    double service = 0.75 * 1e6 / 400;
    Interval ofA = new Interval(new Measured(300, 300, 20_000, 6, 0.5), service, FREE, 0);
    Interval ofB = new Interval(new Measured(100, 100, 10_000, 1, 1), 0, FREE, 0);
    assertSame(last(a), of(service, ofA, ofB));
    assertSame(receipts.of(b).getFirst(), of(service, ofB, ofA));
  }

  /** Of two with 0.9 I/Os in flight together; the mean of their I/Os took 3.6 ms. */
  @Test
  void whatAnIoTookInADomainAtRestIsWhatItTakes() {
    HeardQueue a = queue("a", "x");
    HeardQueue b = queue("b", "x");
    lun("x", 1_000, 0.5);
    does(a, Quality.OBSERVED, 200, 4_000, 0.8);
    does(b, Quality.OBSERVED, 50, 2_000, 0.1);
    take();
    does(a, Quality.OBSERVED, 300, 20_000, 6);
    take();
    assertThat(last(a).parts().device()).isCloseTo(3_600, within(1e-6));
  }

  @Test
  void aSilentQueueHasNoReceipt() {
    HeardQueue silent = queue("silent", "x");
    HeardQueue a = queue("a", "x");
    does(a, Quality.OBSERVED, 300, 20_000, 6);
    take();
    assertThat(last(a).ios()).isEqualTo(300);
    assertThat(receipts.of(silent)).isEmpty();
    receipts.forget(a);
    assertThat(receipts.of(a)).isEmpty();
  }

  /** It kept 8 outstanding; 100 a second stay 80 ms each, of which 20 were measured. */
  @Test
  void whoUsesNineTenthsOfAKernelsLimitIsHeldBackByIt() {
    assertThat(heldAbove(Quality.OBSERVED, 90, 100)).isTrue();
    assertThat(heldAbove(Quality.OBSERVED, 89, 100)).isFalse();
    assertThat(heldAbove(Quality.CENSORED, 50, 100)).isTrue();
  }

  private boolean heldAbove(Quality quality, double iops, double limit) {
    HeardQueue queue = queue("held" + now, "x");
    does(queue, Quality.OBSERVED, 400, 20_000, 8);
    take();
    limit(queue, limit);
    does(queue, quality, iops, 20_000, 2);
    take();
    Receipt receipt = last(queue);
    if (receipt.total() > receipt.measured() + 1e-6) {
      assertThat(receipt.total()).isCloseTo(8 / iops * 1e6, within(1e-6));
      return true;
    }
    return false;
  }

  @Test
  void anIntervalInWhichNobodyDidAnythingSaysNothingOfWhatOneKeepsOutstanding() {
    HeardQueue queue = queue("a", "x");
    does(queue, Quality.OBSERVED, 400, 20_000, 8);
    take();
    does(queue, Quality.OBSERVED, 0, 0, 0);
    take();
    limit(queue, 100);
    does(queue, Quality.CENSORED, 100, 20_000, 2);
    take();
    assertThat(last(queue).total()).isCloseTo(80_000, within(1e-6));
  }

  /** One that stands at its limit shows that 98 of 100 pass; another uses half of its own. */
  @Test
  void aLimitBelowTheCountersSetsAPace() {
    holdBelowTheCounters();
    law.carried = Optional.of(1_000.0);
    HeardQueue half = queue("half", "x");
    HeardQueue full = queue("full", "x");
    limit(half, 200);
    limit(full, 100);
    does(half, Quality.OBSERVED, 100, 2_000, 0.2);
    does(full, Quality.CENSORED, 98, 40_000, 3.92);
    lun("x", 1_000, 0.9);
    take();
    double service = 1e6 / 1_000 * 2;
    Interval ofHalf =
        new Interval(
            new Measured(100, 100, 2_000, 0.2, 0.9),
            1_000,
            new Held(Limit.SLACK, 5_000 / 0.98, 0.5 / 0.98),
            0);
    Interval ofFull =
        new Interval(
            new Measured(98, 98, 40_000, 3.92, 0.9),
            1_000,
            new Held(Limit.BELOW, 10_000 / 0.98, 1),
            0);
    assertSame(last(half), of(service, ofHalf, ofFull));
    assertSame(receipts.of(full).getFirst(), of(service, ofFull, ofHalf));
  }

  /** What of a limit passes that nobody stands at is taken to be 97 of 100. */
  @Test
  void aNewLimitIsNotFeltBeforeTheTighterOneOfBefore() {
    holdBelowTheCounters();
    law.carried = Optional.of(1_000.0);
    HeardQueue queue = queue("a", "x");
    limit(queue, 200);
    queue.measured();
    limit(queue, 400);
    HeardQueue other = queue("b", "x");
    does(queue, Quality.OBSERVED, 100, 2_000, 0.2);
    does(other, Quality.OBSERVED, 300, 20_000, 6);
    lun("x", 1_000, 0.9);
    take();
    Interval did =
        new Interval(
            new Measured(100, 100, 2_000, 0.2, 0.9),
            1_000,
            new Held(Limit.SLACK, 5_000 / 0.97, 0.5 / 0.97),
            0);
    Interval ofOther = new Interval(new Measured(300, 300, 20_000, 6, 0.9), 1_000, FREE, 0);
    assertSame(last(queue), of(2_000, did, ofOther));
  }
}
