package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import org.junit.jupiter.api.Test;

/** What is known of one queue's wish for more does not outlive the moment that it was seen in. */
class TakerTest {
  private static final QueueId QUEUE = new QueueId(new ApplicationId("a"), new LunId("lun"));

  private final Taker taker = new Taker(QUEUE);

  private void see(double seconds, boolean mayFall) {
    Rule rule = new Rule(true, 0, Double.POSITIVE_INFINITY, mayFall);
    taker.see(new Seen(QUEUE, 1, new Kind(12, 1), 100, 100, 0, false, rule), seconds, 0.25);
  }

  @Test
  void whoWasHungryBeforeItSeemedContentIsAskedAgainSoon() {
    see(1, true);
    taker.wish.foundHungry(1);
    taker.wish.seemsContent(100, 1);
    taker.wonderAgain(10.5);
    assertThat(taker.isContent()).isTrue();
    taker.wonderAgain(11.5);
    assertThat(taker.isUnknown()).isTrue();
  }

  @Test
  void whoWasFoundContentByAQuestionIsLeftAloneUnderLimits() {
    see(1, true);
    taker.wish.foundHungry(1);
    taker.wish.seemsContent(100, 1);
    taker.wish.foundContent(100, 2);
    taker.wonderAgain(500);
    assertThat(taker.isContent()).isTrue();
  }

  /** 20 s, then 40 s; and 20 s again when it was not needed for as long. They sink from there. */
  @Test
  void easedLimitsStayLongerWhenTheyWereNeededBefore() {
    taker.eased.begin(300, 0);
    assertThat(taker.eased.notBelow(100, 19)).isEqualTo(300);
    assertThat(taker.eased.notBelow(100, 21)).isCloseTo(300 * Math.exp(-0.05), within(1e-9));
    assertThat(taker.eased.notBelow(100, 45)).isEqualTo(100);
    taker.eased.begin(300, 30);
    taker.eased.begin(300, 31);
    assertThat(taker.eased.notBelow(100, 70)).isEqualTo(300);
    assertThat(taker.eased.notBelow(100, 72)).as("eased twice, not longer").isLessThan(300);
    taker.eased.begin(300, 200);
    assertThat(taker.eased.notBelow(100, 219)).isEqualTo(300);
    assertThat(taker.eased.notBelow(100, 221)).isLessThan(300);
  }

  @Test
  void aLimitRisesButDoesNotFallBeforeItIsInForce() {
    see(1, true);
    taker.hold(500, 1);
    see(1.25, false);
    taker.hold(300, 1.25);
    assertThat(taker.limit()).isEqualTo(500);
    taker.hold(600, 1.25);
    assertThat(taker.limit()).isEqualTo(600);
    see(1.5, true);
    taker.hold(300, 1.5);
    assertThat(taker.limit()).isEqualTo(300);
  }
}
