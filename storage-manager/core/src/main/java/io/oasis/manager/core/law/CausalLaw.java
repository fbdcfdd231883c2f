package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The controller of one device: after each interval it says who is limited, and to how many I/Os
 * per second. Whoever is not named is free. Deterministic; it reads no clock.
 */
public final class CausalLaw implements DeviceLaw {
  /** The policy of a domain that is controlled by it: the default. */
  public static final String NAME = "proportional-fair";

  /** Nothing is decided in the first seconds. */
  static final double LISTENING_SECONDS = 2;

  /** Who takes this many times its share takes too much. */
  static final double OVER = 1.1;

  private final Situation at = new Situation();
  private final Holding holding = new Holding(at);
  private final Inheritance inheritance = new Inheritance(at);
  private final Purse purse = new Purse();
  private final Stalls stalls = new Stalls(at);
  private final Patience patience = new Patience(at);
  private final CostQuestions costs = new CostQuestions(at);
  private @Nullable Question question;
  private @Nullable FollowUp followUp;
  private @Nullable Windfall windfall;
  private @Nullable ReleaseCheck check;
  private boolean hasAsked;
  private double reachAt;
  private double begunAt = Double.POSITIVE_INFINITY;

  @Override
  public Map<QueueId, Double> step(Sight sight) {
    begunAt = StrictMath.min(begunAt, sight.seconds() - sight.length());
    if (!stalls.touch(sight)) {
      at.see(sight);
      decide();
    }
    return at.limits();
  }

  @Override
  public void watch(Sight sight) {
    begunAt = StrictMath.min(begunAt, sight.seconds() - sight.length());
    if (!stalls.touch(sight)) {
      at.see(sight);
      at.takers().forEach(taker -> taker.follow(at.latency(), at.length(), false));
      Elasticity.learn(at);
      at.learnRoom();
    }
  }

  @Override
  public Optional<Map<QueueId, Double>> interrupt() {
    if (question != null) {
      free("what was asked is not heard in time");
    } else if (check != null) {
      check.restore();
      check = null;
      holding.begin(true);
    } else {
      return Optional.empty();
    }
    return Optional.of(at.limits());
  }

  @Override
  public Map<QueueId, Double> foreseen() {
    return Reach.foreseen(at);
  }

  /** Once something was asked, it is too late. */
  @Override
  public void goOnFrom(QueueId queue, double perSecond) {
    if (!hasAsked) {
      inheritance.found(queue, perSecond);
    }
  }

  @Override
  public void released(QueueId queue) {
    inheritance.gone(queue);
    at.takers().stream().filter(taker -> taker.queue.equals(queue)).forEach(Taker::free);
  }

  @Override
  public Map<QueueId, Portion> portions() {
    return Portion.all(at);
  }

  /** Whether somebody waits in the device, or is limited so that nobody has to. */
  @Override
  public boolean isShort() {
    return at.active() > 1 && (at.waits() || at.isLimited() || check != null);
  }

  @Override
  public boolean isAtWork() {
    boolean mayAsk = at.active() > 1 && at.waits() && patience.isOver();
    return at.isLimited() || question != null || check != null || mayAsk;
  }

  @Override
  public Optional<Earned> earned() {
    return at.earned;
  }

  @Override
  public List<String> notes() {
    List<String> notes = List.copyOf(at.notes);
    at.notes.clear();
    return notes;
  }

  private void decide() {
    follow();
    if (inheritance.keep(begunAt)) {
      return;
    }
    if (inheritance.take()) {
      holding.begin(true);
    }
    if (at.active() < 2) {
      if (at.isLimited() || question != null || check != null) {
        if (question != null) {
          patience.overtaken();
        }
        free("nobody else is there");
      }
      return;
    }
    if (!at.isLimited() && check == null) {
      Elasticity.learn(at);
      at.learnRoom();
    }
    if (Reach.isOut(at)) {
      if (at.isLimited() || question != null || check != null) {
        free("who takes most is not to be limited");
        patience.refused();
        reachAt = patience.until();
      }
    } else if (check != null) {
      if (check.isOver()) {
        check = null;
        holding.begin(true);
      }
    } else if (question != null) {
      question.judge().ifPresent(this::take);
    } else if (at.isLimited()) {
      hold();
    } else {
      open();
    }
  }

  private void follow() {
    for (Taker taker : at.takers()) {
      taker.follow(at.latency(), at.length(), question != null);
    }
    patience.follow();
    at.curve.follow();
    purse.pay(at.length(), at.lost());
  }

  private void open() {
    double seconds = at.seconds();
    boolean tooEarly =
        seconds - at.freedAt() < 0.9 * at.length() || seconds - begunAt < LISTENING_SECONDS;
    tooEarly |= seconds < reachAt;
    if (!at.waits() || tooEarly || purse.isEmpty()) {
      return;
    }
    if (Reach.limitAgain(at)) {
      windfall = new Windfall(at);
      holding.begin(false);
      return;
    }
    if (costs.isExchangeOpen()) {
      question = costs.exchange().orElse(null);
    } else if (at.standing.isLongEnough() && patience.isOver()) {
      at.findContent();
      question = Question.ask(at, costs.next()).orElse(null);
      hasAsked |= question != null;
    }
  }

  private void take(Answer answer) {
    Question asked = question;
    double latency = asked == null ? 0 : asked.latencyBefore();
    question = null;
    switch (answer) {
      case Answer.Overtaken() -> {
        free("those who were asked have gone");
        patience.overtaken();
      }
      case Answer.Unbound() -> {
        free("the cut held nothing back");
        patience.refused();
      }
      case Answer.Unlike(Exchange open) -> {
        free("less is done: I/Os of another kind may cost more");
        if (!costs.open(open)) {
          patience.answered(1, latency);
        }
      }
      case Answer.Exchanged(Exchange exchange) -> {
        exchange.accept(at);
        patience.proven();
        limit(exchange.first());
      }
      case Answer.Refused refused -> {
        free(refused.why());
        if (asked != null && asked.raisesAnother()) {
          patience.overtaken();
        } else {
          patience.answered(refused.isOpenLoop() ? 2 : 1, latency);
        }
      }
      case Answer.Proven proven -> proven(proven, asked);
    }
  }

  private void proven(Answer.Proven proven, @Nullable Question asked) {
    double before = proven.workBefore();
    at.room =
        at.costs.areKnown() ? before : StrictMath.clamp(proven.workAfter(), before, 1.05 * before);
    at.unlimited = before;
    at.stood();
    patience.proven();
    if (asked != null) {
      limit(asked.sides());
      followUp = at.isLimited() ? asked.followUp() : null;
    }
  }

  private void limit(Sides proven) {
    if (Reach.limitProven(at, proven.rates, proven.over)) {
      holding.begin(true);
    } else {
      free("all have their share");
    }
  }

  private void hold() {
    if (followUp != null) {
      followUp.step();
    }
    if (windfall != null && windfall.isSeen()) {
      windfall = null;
    }
    switch (holding.step(stalls.isRecent())) {
      case GO_ON -> {
        if (holding.isConfirmed()) {
          patience.begin();
        }
      }
      case CHECK -> {
        check = new ReleaseCheck(at, at.work(at.history.span(at.seconds() - 2, at.seconds())));
        followUp = null;
        windfall = null;
      }
      case SOMEBODY_LEFT -> release("somebody stopped");
      case ALL_CONTENT -> free("nobody is held back");
      case NOT_USED -> {
        release("what they leave is not used");
        patience.refused();
      }
    }
  }

  /** Lifts limits while others are there. */
  private void release(String why) {
    if (!LongBacklog.isBehindAny(at)) {
      free(why);
      return;
    }
    LongBacklog.lift(at);
    at.note("limits off but for long backlogs: " + why);
    followUp = null;
    windfall = null;
    holding.begin(true);
  }

  private void free(String why) {
    at.free(why);
    followUp = null;
    windfall = null;
    question = null;
    check = null;
  }
}
