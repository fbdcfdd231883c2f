package io.oasis.manager.core.law;

import io.oasis.manager.core.law.CostQuestions.Cut;
import io.oasis.manager.core.law.History.Span;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Those who take more than their share are cut, to see whether those who take less want more. An
 * answer is judged when what was in the device before is through, over a second.
 */
final class Question {
  /** A cut is this part of a rate at least and at most; in between, so that it shows. */
  private static final double LEAST_CUT = 0.15;

  /** ... and this part at most; in between, so that it shows. */
  private static final double MOST_CUT = 0.3;

  /** Standard deviations of a rate that a cut should exceed. */
  private static final double CUT_SHOWS = 4;

  /** An answer takes so long, in seconds, and so much longer while it is undecided. */
  private static final double ANSWER_SECONDS = 0.95;

  /** It takes up to so much longer while it is undecided, in seconds. */
  private static final double UNDECIDED_SECONDS = 4;

  /** The total has fallen when less than this part of it is left. */
  private static final double LOST = 0.965;

  /** A limit that frees less than this part of a cut is not in force. */
  private static final double IN_FORCE = 0.5;

  /** Most cuts in a row that go deeper while nothing is lost, each to this part at least. */
  private static final int MOST_CUTS = 6;

  /** A deeper cut leaves at least this part of a limit. */
  private static final double DEEPER = 0.8;

  private final Situation at;
  private final Sides sides;
  private final @Nullable Exchange exchange;
  private final List<Taker> asked;
  private final Passing passing;
  private final double completed;
  private final double latency;
  private final double begunAt;
  private double skip;
  private final Early early;
  private double cutAt;
  private int cuts;
  private double mostHeld;
  private boolean isTakenByOthers;

  private Question(
      Situation at, Span span, Sides sides, Passing passing, @Nullable Exchange exchange) {
    this.exchange = exchange;
    this.at = at;
    this.sides = sides;
    this.passing = passing;
    asked = at.takers();
    completed = at.history.completed(span);
    latency = at.history.latency(span);
    begunAt = at.seconds();
    cutAt = begunAt;
    early = new Early(at, sides, completed, latency);
  }

  /**
   * Asks, if there is anything to ask.
   *
   * @param costs who may be cut although nobody takes too much as far as is known
   */
  static Optional<Question> ask(Situation at, Cut costs) {
    Passing passing = Passing.of(at);
    Span filled = passing.before();
    Span span = Lately.ofAll(at, filled, passing);
    if (!passing.isEnough(filled) || span.count() == 0) {
      return Optional.empty();
    }
    at.room = StrictMath.max(at.room, Lately.work(at, span));
    double[] level = at.level(true);
    Sides sides = Sides.of(at, span, level, passing);
    boolean isAny =
        sides.isUneven() || costs != Cut.NOBODY && sides.turnToCosts(at, costs == Cut.OTHER_KIND);
    if (!isAny || Spared.isAny(sides)) {
      return Optional.empty();
    }
    Question question = new Question(at, span, sides, passing, null);
    sides.knowUsual(at, question.completed);
    question.cut(level);
    return Optional.of(question);
  }

  /** Asks the other way round what I/Os cost; what each takes is a mean of a span. */
  static Optional<Question> ask(Situation at, Span span, Exchange exchange) {
    Optional<Question> question =
        exchange
            .turned(at, span)
            .map(sides -> new Question(at, span, sides, Passing.nobody(at), exchange));
    question.ifPresent(it -> it.cut(at.level(true)));
    return question;
  }

  private void cut(double[] level) {
    StringBuilder who = new StringBuilder("asks");
    for (int i = 0; i < sides.over.length; i++) {
      if (sides.over[i]) {
        double rate = sides.rates[i];
        Taker taker = asked.get(i);
        double shows = CUT_SHOWS * StrictMath.sqrt(2 * rate);
        double wanted = StrictMath.max(0.2 * rate, rate - level[i] / taker.cost);
        double cut = StrictMath.clamp(shows, LEAST_CUT * rate, MOST_CUT * rate);
        taker.cut(rate - StrictMath.min(wanted, cut));
        who.append(' ').append(taker.queue).append(" held to ").append(Math.round(taker.limit()));
        who.append(" of ").append(Math.round(rate));
      }
    }
    at.note(who.toString());
  }

  /** Who was cut, who was asked, and what each took before. */
  Sides sides() {
    return sides;
  }

  /** Whether others took what was freed, or who was cut is under its share as they are content. */
  boolean raisesAnother() {
    return isTakenByOthers || exchange == null && sides.isCutUnder(at.level(true));
  }

  /** Those of whom the answer says nothing, while limits stay in force. */
  FollowUp followUp() {
    return new FollowUp(at, asked, sides, latency, cutAt + skip);
  }

  /** Seconds, before anybody was cut. */
  double latencyBefore() {
    return latency;
  }

  /** What the answer is, once it can be there. */
  Optional<Answer> judge() {
    skip = skip == 0 ? Drain.seconds(latency, at.length()) : skip;
    early.follow(skip);
    Spared.count(sides, at.length());
    if (isOvertaken()) {
      return Optional.of(new Answer.Overtaken());
    }
    mostHeld = StrictMath.max(mostHeld, at.held());
    if (cuts == 0 && !passing.isAnybody() && early.isOpenLoopThatNobodyMinds(skip)) {
      Refusal.foundContent(at, sides, at.history.span(begunAt + skip, at.seconds()));
      early.foundContent();
      return Optional.of(new Answer.Refused("requests come all the same, nobody gains", true));
    }
    Span span = passing.answer(sides, cutAt + skip, at.seconds());
    if (isTooEarly(span)) {
      return Optional.empty();
    }
    double[] after = at.history.means(asked, span);
    boolean[] served = sides.served(after, at.history.seconds(span));
    if (Sides.any(served)) {
      double total = at.history.completed(span);
      return Optional.of(
          new Answer.Exchanged(new Exchange(asked, sides, after, served, completed, total)));
    }
    if (mostHeld < 1 && exchange == null) {
      return Optional.of(new Answer.Unbound());
    }
    return answer(span, after);
  }

  private boolean isOvertaken() {
    Span before = passing.answer(sides, cutAt + skip, at.seconds() - at.length());
    return passing.isTooLate(cutAt + skip)
        || sides.haveChanged(at, completed)
        || Lately.isAnySurging(at, sides.under, before, sides.cut());
  }

  private boolean isTooEarly(Span span) {
    if (passing.isAnybody()) {
      return passing.isTooShort(span);
    }
    boolean isPlain = cuts == 0 && exchange == null && early.isNobodyWaiting(skip);
    return at.seconds() - cutAt < skip + ANSWER_SECONDS && !isPlain;
  }

  private Optional<Answer> answer(Span span, double[] after) {
    double freed = sides.freed(after);
    double taken = sides.taken(after);
    if (!sides.areCut() || freed < IN_FORCE * sides.cut()) {
      return Optional.of(new Answer.Unbound());
    }
    if (exchange != null) {
      return exchanged(exchange, after, at.history.seconds(span));
    }
    double eased = StrictMath.log(latency / at.history.latency(span));
    Findings found = Findings.of(at, sides, after, eased, at.history.seconds(span));
    boolean gained = found.isAnyHungry();
    boolean isOpen = eased > Reaction.EASED && found.isAnyUnknown() || found.isAnyRising();
    if (!gained && isOpen && isEarly()) {
      return Optional.empty();
    }
    double total = at.history.completed(span);
    double kept = total - sides.come(after);
    boolean isLost = kept < LOST * completed;
    boolean isTaken = taken >= 0.35 * freed;
    if (gained && (isTaken && found.areWorthIt() || !isLost)) {
      if (!isLost) {
        costsNothing();
      }
      return Optional.of(proven(after, found, total));
    }
    Exchange open = new Exchange(asked, sides, after, found.hungry(), completed, total);
    if (gained && open.isOpen(at.costs)) {
      return Optional.of(unlike(open, found));
    }
    if (!isLost && cuts < MOST_CUTS && freed > 0 && deeper()) {
      return Optional.empty();
    }
    isTakenByOthers = Refusal.isTakenByOthers(at, sides, span, isTaken);
    boolean isLeft = kept < completed - 0.5 * freed;
    if (eased <= Reaction.EASED && isLeft && taken < 0.1 * StrictMath.max(1, freed)) {
      at.baseIs(StrictMath.min(latency, at.history.latency(span))); // nobody waited
    }
    return Optional.of(refused(freed, taken));
  }

  /** The limits of those who were cut may be as low as this: nothing was lost. */
  private void costsNothing() {
    for (int i = 0; i < sides.over.length; i++) {
      if (sides.over[i]) {
        asked.get(i).eased.end();
      }
    }
  }

  /** Who had been kept out by the device's own order needs no second question. */
  private Answer unlike(Exchange open, Findings found) {
    if (!found.areKeptOut()) {
      return new Answer.Unlike(open);
    }
    at.earned = Optional.of(found.accept(at.seconds()));
    return new Answer.Exchanged(open);
  }

  private Answer refused(double freed, double taken) {
    if (cuts == 0) {
      early.foundContent();
    }
    return new Answer.Refused(
        "%d freed, %d taken of %d"
            .formatted(Math.round(freed), Math.round(taken), Math.round(completed)),
        false);
  }

  private Optional<Answer> exchanged(Exchange exchange, double[] after, double seconds) {
    Optional<Boolean> isUnlike = exchange.judge(sides, after, seconds);
    if (isUnlike.isEmpty() && isEarly()) {
      return Optional.empty();
    }
    return Optional.of(
        isUnlike.orElse(false)
            ? new Answer.Exchanged(exchange)
            : new Answer.Refused("the device needs as many I/Os", false));
  }

  private boolean isEarly() {
    return at.seconds() - begunAt < skip + UNDECIDED_SECONDS;
  }

  private Answer proven(double[] after, Findings found, double total) {
    at.costs.learn(asked, sides.rates, after, completed, total);
    at.costs.tell(asked);
    at.earned = Optional.of(found.accept(at.seconds()));
    return new Answer.Proven(
        Costs.work(asked, sides.rates, completed), Costs.work(asked, after, total));
  }

  private boolean deeper() {
    double[] level = at.level(true);
    boolean isDeeper = false;
    for (int i = 0; i < sides.over.length; i++) {
      Taker taker = asked.get(i);
      double next = StrictMath.max(level[i] / taker.cost, DEEPER * taker.limit());
      if (sides.over[i] && next < 0.97 * taker.limit()) {
        taker.cut(next);
        isDeeper = true;
      }
    }
    if (isDeeper) {
      cuts++;
      cutAt = at.seconds();
      at.note("nothing is lost so far: cuts deeper");
    }
    return isDeeper;
  }
}
