package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.History.Span;
import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows who is cut for a question, and whose answer it is. */
class SidesTest {
  private static final QueueId NOBODYS =
      new QueueId(new ApplicationId("h:" + QueueId.UNATTRIBUTED), new LunId("serial:1"));

  private static Sides of(Watched device) {
    Passing nobody = Passing.nobody(device.at);
    Span span = Lately.ofAll(device.at, device.at.recent(), nobody);
    return Sides.of(device.at, span, device.at.level(true), nobody);
  }

  @Test
  void whoTakesATenthMoreThanItsShareIsCutForWhoHasLess() {
    Sides sides = of(new Watched().queue("deep", 900).queue("shallow", 100).see(2, 1_000));
    assertThat(sides.rates).containsExactly(900, 100);
    assertThat(sides.over).containsExactly(true, false);
    assertThat(sides.under).containsExactly(false, true);
    assertThat(sides.isUneven()).isTrue();
  }

  /** What there was while somebody else had not come yet says nothing of what it takes now. */
  @Test
  void aLowRateIsAMeanOfFourSecondsIfNobodyCameInThem() {
    Watched device = new Watched().queue("deep", 900).queue("shallow", 40).see(4, 1_000);
    Sides sides = of(device.queue("shallow", 80).see(1, 1_000));
    assertThat(sides.before(0)).isEqualTo(new Reaction.Rate(900, 1));
    assertThat(sides.before(1)).isEqualTo(new Reaction.Rate(50, 4));
    sides = of(device.queue("other", 100).see(2, 1_000));
    assertThat(sides.before(1).perSecond()).isEqualTo(80);
  }

  /** Half a second tells half as much, of the others, too: they took more before. */
  @Test
  void whenOneHasJustComeRatesAreOfNoLongerThanThat() {
    Watched device = new Watched().queue("deep", 900).queue("new", 0).see(4, 1_000);
    Sides sides = of(device.queue("new", 100).see(0.75, 1_000));
    assertThat(sides.before(1)).isEqualTo(new Reaction.Rate(100, 0.5));
    assertThat(sides.before(0)).isEqualTo(new Reaction.Rate(900, 0.5));
  }

  /** What belongs to nobody comes when the kernel writes back: nobody waits for it. */
  @Test
  void whatBelongsToNobodyIsNotAsked() {
    Situation at = new Situation();
    for (int i = 1; i <= 8; i++) {
      List<Seen> seen = List.of(seen(Watched.id("deep"), 900), seen(NOBODYS, 100));
      at.see(new Sight(i / 4.0, 0.25, seen, 1_000, 20, 0.03));
    }
    at.room = 1_000;
    Sides sides = Sides.of(at, at.recent(), at.level(true), Passing.nobody(at));
    assertThat(sides.over).containsExactly(true, false);
    assertThat(sides.under).containsExactly(false, false);
  }

  private static Seen seen(QueueId id, double perSecond) {
    return new Seen(id, 1, Kind.of(4_096, 1), perSecond, perSecond, 0);
  }

  /** Who is asked as it took little for a second would rise without a cut. */
  @Test
  void whoTookMoreForLongerIsJudgedByThat() {
    Watched device = new Watched().queue("deep", 900).queue("some", 500).see(4, 1_400);
    Sides sides = of(device.queue("some", 420).queue("deep", 980).see(1, 1_400));
    assertThat(sides.before(1)).isEqualTo(new Reaction.Rate(480, 4));
    assertThat(sides.before(0)).isEqualTo(new Reaction.Rate(980, 1));
  }

  @Test
  void sharesThatAreNearlyEqualAreNot() {
    Sides sides = of(new Watched().queue("a", 540).queue("b", 480).see(2, 1_000));
    assertThat(sides.over).containsExactly(false, false);
    assertThat(sides.under).containsExactly(false, false);
    assertThat(sides.isUneven()).isFalse();
  }

  @Test
  void whoseAppetiteIsKnownIsNotAsked() {
    Watched device = new Watched().queue("deep", 900).queue("shallow", 100).see(2, 1_000);
    device.taker("shallow").wish.foundHungry(device.seconds());
    assertThat(of(device).under).containsExactly(false, false);
  }

  @Test
  void whoMayNotBeLimitedOrHasJustComeIsNotCut() {
    Rule excluded = new Rule(false, 0, Double.POSITIVE_INFINITY, true);
    Rule reserve = new Rule(true, 900, Double.POSITIVE_INFINITY, true);
    for (Rule rule : new Rule[] {excluded, reserve}) {
      Sides sides =
          of(new Watched().queue("deep", 900, 1, rule).queue("shallow", 100).see(2, 1_000));
      assertThat(sides.over).containsExactly(false, false);
      assertThat(sides.isUneven()).isFalse();
    }
    Watched device = new Watched().queue("shallow", 100).see(2, 1_000);
    device.queue("late", 900).see(Watched.LENGTH_SECONDS, 1_000);
    assertThat(of(device).over).containsExactly(false, false);
  }

  /** Where none takes more than its share the most is cut: I/Os of another kind may cost less. */
  @Test
  void whereCostsAreAskedTheMostIsCutForAllWhoAreNotContent() {
    Watched device =
        new Watched().queue("a", 300).queue("most", 400).queue("content", 300).see(2, 1_000);
    device.taker("content").wish.foundContent(300, device.seconds());
    Sides sides = of(device);
    assertThat(sides.turnToCosts(device.at, false)).as("all are of one kind").isFalse();
    assertThat(sides.over).containsExactly(false, true, false);
    assertThat(sides.under).containsExactly(true, false, false);
  }

  /** Who has just come has no rate yet: neither is it cut, nor is anybody for it. */
  @Test
  void whoHasJustComeIsNotAskedWhatItsIosCost() {
    Watched device = new Watched().queue("most", 400).see(2, 400);
    device.queue("late", 900).see(0.5, 400);
    Sides sides = of(device);
    assertThat(sides.turnToCosts(device.at, false)).isFalse();
    assertThat(sides.over).containsExactly(true, false);
    assertThat(sides.under).containsExactly(false, false);
  }

  /** Six of five a second is chance; a tenth more than a share of many is not. */
  @Test
  void smallOnesAreNotCutForWhatChanceAdds() {
    Watched device = new Watched().queue("small", 9).queue("deep", 985).queue("other", 6);
    Sides sides = of(device.see(2, 15));
    assertThat(sides.over).as("shares of 5").containsExactly(false, true, false);
  }

  /** 98 of 77 in a second is chance; in four it is not, nor is 88 in ten. */
  @Test
  void whoTakesALittleTooMuchForLongIsCut() {
    Watched device = new Watched().queue("some", 98).queue("less", 56);
    assertThat(of(device.see(1, 154)).over).containsExactly(false, false);
    assertThat(of(device.see(3, 154)).over).containsExactly(true, false);
    device = new Watched().queue("some", 88).queue("less", 66);
    assertThat(of(device.see(4, 154)).over).containsExactly(false, false);
    assertThat(of(device.see(8.5, 154)).over).containsExactly(true, false);
    device.queue("some", 80).see(1, 154);
    assertThat(of(device).over)
        .as("it takes no more than a share now")
        .containsExactly(false, false);
  }

  /** What an operator's cap lets through cannot be too much, even if it was more just before. */
  @Test
  void whoHasACapTakesNoMoreThanThat() {
    Rule cap = new Rule(true, 0, 40, true);
    Watched device = new Watched().queue("capped", 700, 1, cap).queue("a", 200).queue("b", 100);
    Sides sides = of(device.see(2, 1_000));
    assertThat(sides.rates[0]).isEqualTo(40);
    assertThat(sides.over[0]).isFalse();
  }

  @Test
  void anAnswerHoldsWhenASmallOneGoesButNotWhenAllWhoAreAskedDo() {
    Watched device = new Watched().queue("deep", 900).queue("one", 30).queue("two", 30);
    Sides sides = of(device.see(2, 1_000));
    assertThat(sides.under).containsExactly(false, true, true);
    device.queue("one", 0).see(1, 1_000);
    assertThat(sides.haveChanged(device.at, 960)).isFalse();
    device.queue("two", 0).see(1, 1_000);
    assertThat(sides.haveChanged(device.at, 960)).isTrue();
  }

  @Test
  void anAnswerDoesNotHoldWhenSomebodyWhoTookMuchGoes() {
    Watched device = new Watched().queue("deep", 600).queue("middle", 300).queue("small", 60);
    Sides sides = of(device.see(2, 1_000));
    device.queue("middle", 0).see(1, 1_000);
    assertThat(sides.haveChanged(device.at, 960)).isTrue();
  }

  /** Once the small one is content with 100, 300 is less than a share: it is asked next. */
  @Test
  void whenTheOthersAreContentOneThatWasCutMayBeShort() {
    Watched device = new Watched().queue("deep", 600).queue("middle", 300).queue("small", 100);
    Sides sides = of(device.see(2, 900));
    assertThat(sides.isCutUnder(device.at.level(true))).isFalse();
    device.taker("small").wish.foundContent(100, device.seconds());
    Sides next =
        Sides.of(
            device.at, device.at.recent(), new double[] {200, 200, 200}, Passing.nobody(device.at));
    assertThat(next.over).containsExactly(true, true, false);
    assertThat(next.isCutUnder(device.at.level(true))).isTrue();
  }

  /** Who came half a second ago has a rate of that time, not half of it. */
  @Test
  void aNewcomersRateIsThatSinceItCame() {
    Watched device = new Watched().queue("deep", 900).see(2, 1_000);
    device.queue("late", 100).see(3 * Watched.LENGTH_SECONDS, 1_000);
    assertThat(of(device).rates[1]).isEqualTo(100);
  }
}
