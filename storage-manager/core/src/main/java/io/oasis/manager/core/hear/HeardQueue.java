package io.oasis.manager.core.hear;

import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.Unit;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one queue from what others say: its I/O by its agent, the limit in force by its
 * adapter and by what was sent, its guard rails by the operator. Amounts in cost per second.
 */
public final class HeardQueue {
  private final QueueId id;
  private final boolean isNobodys;
  private final String host;
  private final Optional<String> unit;
  private final Counted counted;
  private Instant cameAt;
  private @Nullable Request request;
  private Instant requestedAt;
  private final IoProfile profile = new IoProfile();
  private int idleIntervals;
  private @Nullable AdapterId adapter;
  private @Nullable RateBound limit;

  /** What was in force at the last measurement. */
  private @Nullable RateBound limitBefore;

  /** It was taken over before the size of its I/Os was known. */
  private boolean isGuessed;

  private final LastSetting last = new LastSetting();

  /** The newest setting that an adapter told to be in force, or to be over. */
  private Version heldVersion = Version.NONE;

  private Outcome.@Nullable State state;
  private String cause = "";

  /** Somebody else's limit is on it. */
  private boolean isYielded;

  private Instant retryAt = Instant.EPOCH;

  /** Came at this time, as {@link Domain#heard} tells it. */
  public HeardQueue(QueueId id, Rails rails, Instant heard) {
    this.id = id;
    requestedAt = heard;
    cameAt = heard;
    counted = new Counted(rails);
    unit = Unit.of(id.application());
    isNobodys = id.isUnattributed();
    host = Crowd.hostOf(id.application());
  }

  /** Begins with what a former controller kept. */
  public void remember(QueueMemory memory) {
    cameAt = Instant.MIN;
    profile.remember(memory);
  }

  void rail(Rails newest) {
    counted.rail(newest);
  }

  /** As what it counts. */
  Counted counted() {
    return counted;
  }

  /** When it was first heard of, in {@link Domain#heard}; long ago if a former controller knew. */
  Instant cameAt() {
    return cameAt;
  }

  String host() {
    return host;
  }

  /**
   * With whose queues it counts as one: those on its LUN of the group that its weight was given to,
   * else of its unit; nothing when it is in none.
   */
  Optional<String> unit() {
    return counted.group().or(() -> unit).map(name -> name + '|' + id.lun().value());
  }

  /**
   * Its agent asks for it.
   *
   * @param heard in {@link Domain#heard}
   */
  public void take(Request newest, Instant heard) {
    request = newest;
    requestedAt = heard;
    idleIntervals = newest.sample().completionsPerSecond() > 0 ? 0 : idleIntervals + 1;
    profile.take(newest.sample());
  }

  /** An adapter speaks of it. */
  public void servedBy(AdapterId by) {
    adapter = by;
  }

  /** Whether what came after it is known already: late word says nothing of what is in force. */
  public boolean isOvertaken(Outcome outcome) {
    return switch (outcome.state()) {
      case VERIFIED, WRITTEN, INERT, VIOLATED, RELEASED, CONFLICT ->
          heldVersion.isAfter(outcome.version());
      case REFUSED, STUCK -> last.isAfter(outcome.version());
    };
  }

  /**
   * Its adapter says what became of a setting.
   *
   * @param retry so long nothing is sent to an adapter that could not
   * @return a limit that is in force and that this controller did not set
   */
  public Optional<RateBound> settle(Outcome outcome, Duration retry, Instant now) {
    last.answered(outcome.version(), now);
    state = outcome.state();
    cause = outcome.cause();
    isYielded = state == Outcome.State.CONFLICT;
    switch (outcome.state()) {
      case VERIFIED, WRITTEN, INERT, VIOLATED -> {
        heldVersion = outcome.version();
        if (last.isOld(now) && last.isAfter(outcome.version())) {
          limit = outcome.applied().orElse(null); // the last one was lost: sent again
        } else if (limit == null) {
          return outcome.applied();
        }
      }
      case RELEASED -> {
        heldVersion = outcome.version();
        ended(outcome.cause());
        state = Outcome.State.RELEASED;
      }
      case REFUSED, STUCK -> {
        limit = null;
        retryAt = now.plus(retry);
      }
      case CONFLICT -> limit = null;
    }
    return Optional.empty();
  }

  /**
   * A limit that is in force and that this controller did not set is where it starts from.
   *
   * @return what it lets it have; 0 when that is nothing to start from
   */
  public double adopt(RateBound applied) {
    double cost = CostModel.costPerSecond(applied, meanBytes());
    if (Double.isInfinite(cost)) {
      cost = CostModel.costPerSecond(applied, CostModel.BYTES_PER_COST);
    }
    if (cost > 0) {
      limit = applied;
      isGuessed = meanBytes() == 0;
    }
    return cost;
  }

  /** Nothing is in force any more. */
  public void ended(String why) {
    limit = null;
    last.over();
    state = null;
    cause = why;
    isYielded = false;
  }

  /**
   * Its adapter began anew and has nothing in force. That somebody else wrote there is told until
   * this adapter, asked again, says what it found.
   */
  public void beganAnew() {
    Outcome.State told = state == Outcome.State.CONFLICT ? state : null;
    ended(told == null ? "" : cause);
    state = told;
  }

  /** What was sent is not known to be in force: it is sent again. */
  void doubt() {
    limit = null;
  }

  /** A setting was sent. */
  public void sent(Optional<RateBound> wanted, Version version, Instant now) {
    limit = wanted.orElse(null);
    last.sent(version, now);
  }

  /** What was measured from now on had the limit of now. */
  public void measured() {
    limitBefore = limit;
  }

  /** Whether the last setting has not been in force for so long, as far as is known. */
  public boolean isNewlyLimited(Duration time, Instant now) {
    return limit != null && !last.isOld(now) && !last.isAnsweredFor(time, now);
  }

  /** Whether nobody has said what became of the last setting: it was lost, or its answer was. */
  public boolean isUnanswered(Instant now) {
    return last.isOpen() && last.isOld(now);
  }

  /** Whether nobody has said so for so long that nobody will unless it is sent again. */
  public boolean isAnswerLost(Instant now) {
    return last.isAnswerLost(now);
  }

  /** Whether it is not known yet what the limit in force lets it have. */
  public boolean isUnsized() {
    return isGuessed && limit != null;
  }

  /** Whether its adapter could not, and is left in peace for a while. */
  public boolean mustWait(Instant now) {
    return now.isBefore(retryAt);
  }

  /** Whether Oasis leaves it alone: told so, nobody's I/O, or somebody else's limit is on it. */
  public boolean isExcluded() {
    return rails().exclude() || isNobodys || isYielded;
  }

  public QueueId id() {
    return id;
  }

  public Rails rails() {
    return counted.rails();
  }

  public @Nullable Request request() {
    return request;
  }

  /** When its agent spoke of it last, or it came. */
  public Instant requestedAt() {
    return requestedAt;
  }

  public double usage() {
    return request == null ? 0 : CostModel.costPerSecond(request.sample().bandwidth());
  }

  public Demand.Quality quality() {
    return request == null ? Demand.Quality.STALE : request.demand().quality();
  }

  public double meanBytes() {
    return profile.meanBytes();
  }

  public double readShare() {
    return profile.readShare();
  }

  /** Intervals without any I/O up to now. */
  public int idleIntervals() {
    return idleIntervals;
  }

  public @Nullable AdapterId adapter() {
    return adapter;
  }

  /** What is in force, as far as is known. */
  public @Nullable RateBound limit() {
    return limit;
  }

  /** What was in force at the last measurement. */
  public @Nullable RateBound limitBefore() {
    return limitBefore;
  }

  public Outcome.@Nullable State state() {
    return state;
  }

  public String cause() {
    return cause;
  }
}
