package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.capacity.CostModel;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.DeviceLaw;
import io.oasis.manager.core.law.EvenParts;
import io.oasis.manager.core.law.Portion;
import io.oasis.manager.core.law.Sight;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Stability;
import io.oasis.manager.core.settle.Stepper;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides by {@link CausalLaw}, the default: limits only who takes more than its share, while
 * others are measured to gain by it; or by {@link EvenParts}, where that is the domain's policy.
 * What an operator caps is limited from the first decision on. Where nothing is enforced nobody is
 * asked: what is shown then is what everybody would have if all who take less than their share
 * wanted more.
 */
final class Asking implements Law {
  /** A share that differs by less than this part, as the mean size of I/Os does, is the same. */
  private static final double SAME = 1e-3;

  private static final Rule UNTOUCHED = new Rule(false, 0, Double.POSITIVE_INFINITY, true);

  private final Domain domain;
  private final Sights sights;
  private final Room room;
  private final Map<QueueId, AskedShare> shares = new LinkedHashMap<>();
  private DeviceLaw law = new CausalLaw();
  private Map<QueueId, Portion> portions = Map.of();
  private Map<QueueId, Double> foreseen = Map.of();
  private Optional<Decision.Earned> earned = Optional.empty();
  private boolean isShort;
  private boolean wasShort;
  private boolean wasEnforcing;
  private long interval;
  private long movedAt;

  /** Of what a former one knew it shows how much there was to share. */
  Asking(Domain domain, CapacityMemory memory) {
    room = new Room(memory);
    this.domain = domain;
    sights = new Sights(domain);
    begin();
  }

  private Way way() {
    return Way.of(domain.rails().policy());
  }

  @Override
  public Share join(HeardQueue queue) {
    return join(new Share(queue));
  }

  /** A share that somebody else decides about, too, when this does not. */
  Share join(Share share) {
    shares.put(share.heard.id(), new AskedShare(share));
    return share;
  }

  @Override
  public void leave(Share share) {
    shares.remove(share.heard.id());
  }

  @Override
  public void startFrom(Share share, double cost) {
    AskedShare one = shares.get(share.heard.id());
    if (one != null && domain.enforcing()) {
      one.limit = cost / one.costOf();
      share.allocate(cost);
      law.goOnFrom(share.heard.id(), one.limit);
    }
  }

  /** Forgets what was asked: nothing is in force. */
  void begin() {
    law = way() == Way.EVEN ? new EvenParts() : new CausalLaw();
  }

  @Override
  public Optional<Decided> decide(Instant now) {
    interval++;
    if (wasEnforcing && !domain.enforcing()) {
      begin();
    }
    wasEnforcing = domain.enforcing();
    List<AskedShare> here = here();
    if (here.isEmpty()) {
      return Optional.empty();
    }
    List<AskedShare> shared = here.stream().filter(one -> !one.share.heard.isExcluded()).toList();
    List<Claim> claims = Claims.of(shared.stream().map(one -> one.share).toList(), room.cost());
    Map<QueueId, Rule> rules = rules(shared, claims, now);
    Sight sight =
        sights.look(
            here.stream().map(one -> one.share.heard).toList(),
            queue -> rules.getOrDefault(queue.id(), UNTOUCHED),
            now);
    Map<QueueId, Double> limits = Map.of();
    if (domain.enforcing()) {
      limits = law.step(sight);
    } else {
      law.watch(sight);
    }
    foreseen = law.foreseen();
    earned = law.earned().map(gained -> AskedShare.told(gained, now, sight.seconds()));
    law.notes().forEach(note -> domain.note("asked: " + note.substring(note.indexOf(' ') + 1)));
    domain.queues().forEach(HeardQueue::measured);
    portions = law.portions();
    isShort = law.isShort();
    wasShort |= isShort;
    return Optional.of(share(shared, claims, limits));
  }

  /** Who takes part. */
  private List<AskedShare> here() {
    List<AskedShare> here = new ArrayList<>();
    for (AskedShare one : shares.values()) {
      if (one.limit < Double.POSITIVE_INFINITY && !one.share.isLimited()) {
        one.limit = Double.POSITIVE_INFINITY;
        law.released(one.share.heard.id());
      }
      if (isAwaited(one)) {
        continue;
      }
      if (domain.isSilent(one.share.heard)) {
        one.share.free();
      } else {
        here.add(one);
      }
    }
    return here;
  }

  /** Whether a limit was found on it, and its agent may just be about to speak. */
  private boolean isAwaited(AskedShare one) {
    return one.limit < Double.POSITIVE_INFINITY
        && one.share.heard.request() == null
        && domain.isListening();
  }

  private Map<QueueId, Rule> rules(List<AskedShare> shared, List<Claim> claims, Instant now) {
    Map<QueueId, Rule> rules = new HashMap<>();
    for (int i = 0; i < claims.size(); i++) {
      AskedShare one = shared.get(i);
      rules.put(one.share.heard.id(), one.rule(domain, claims.get(i), now));
    }
    return rules;
  }

  private Decided share(List<AskedShare> shared, List<Claim> claims, Map<QueueId, Double> limits) {
    double[] targets = new double[shared.size()];
    double[] after = new double[shared.size()];
    Bound[] bounds = new Bound[shared.size()];
    List<Claim> told = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < targets.length; i++) {
      AskedShare one = shared.get(i);
      Claim claim = claims.get(i);
      Portion portion = portions.getOrDefault(one.share.heard.id(), new Portion(0, 0));
      double wants = isShort ? portion.wants() * one.costOf() : claim.usage();
      bounds[i] = one.bound(portion, claim, isShort);
      targets[i] =
          StrictMath.min(claim.limit(), isShort ? portion.share() * one.costOf() : claim.usage());
      one.share.aim(targets[i], bounds[i]);
      limit(one, limits);
      after[i] = one.share.allocation().orElse(targets[i]);
      sum += targets[i];
      told.add(claim.wanting(wants));
    }
    if (isShort) {
      room.is(sum);
    }
    Problem problem = new Problem(told, StrictMath.max(Claims.LEAST, sum));
    return new Decided(
        interval,
        domain.rails().policy(),
        shared.stream().map(one -> one.share).toList(),
        problem,
        new Targets.Found(targets, Arrays.asList(bounds), Optional.empty(), true),
        new Stepper.Step(after, Arrays.asList(bounds)),
        false,
        false);
  }

  private void limit(AskedShare one, Map<QueueId, Double> limits) {
    double before = one.share.holding();
    boolean wasLimited = one.share.isLimited();
    one.limit = limits.getOrDefault(one.share.heard.id(), Double.POSITIVE_INFINITY);
    double amount = StrictMath.min(one.limit, one.cap) * one.costOf();
    if (!domain.enforcing() || amount == Double.POSITIVE_INFINITY) {
      one.share.free();
    } else if (!wasLimited || StrictMath.abs(amount - before) > SAME * before) {
      one.share.allocate(amount);
    }
    boolean isMoved =
        wasLimited != one.share.isLimited()
            || StrictMath.abs(one.share.holding() - before) > Stability.DEAD_BAND * before;
    if (isMoved) {
      one.damping.moved(before, one.share.holding(), interval);
      movedAt = interval;
    }
  }

  @Override
  public boolean interrupt() {
    Optional<Map<QueueId, Double>> limits = law.interrupt();
    limits.ifPresent(
        now ->
            shares.values().stream()
                .filter(one -> one.share.isLimited() || now.containsKey(one.share.heard.id()))
                .forEach(one -> limit(one, now)));
    return limits.isPresent();
  }

  @Override
  public Optional<RateBound> limit(Share share) {
    AskedShare one = shares.get(share.heard.id());
    return one == null
        ? Optional.empty()
        : share.allocation().map(cost -> one.carryingOut(one.limit, cost));
  }

  @Override
  public Optional<RateBound> wouldBe(Share share) {
    AskedShare one = shares.get(share.heard.id());
    if (one == null || share.heard.isExcluded()) {
      return Optional.empty();
    }
    return one.atMost(foreseen.getOrDefault(share.heard.id(), Double.POSITIVE_INFINITY));
  }

  @Override
  public Optional<Decision.Earned> earned(Share share) {
    AskedShare one = shares.get(share.heard.id());
    boolean isAsked = one != null && share.isLimited() && one.limit < one.cap;
    return earned.filter(_ -> isAsked);
  }

  /** Where nothing is enforced there is nothing to be quick for. */
  @Override
  public boolean isAtWork() {
    return domain.enforcing() && law.isAtWork();
  }

  @Override
  public CapacityEstimate capacity(Instant now) {
    return room.estimate(CostModel.costOf(domain.meanBytes()), isShort);
  }

  @Override
  public Optional<Double> carried() {
    return room.known();
  }

  @Override
  public CapacityMemory memory() {
    return room.memory();
  }

  @Override
  public Standing standing() {
    return new Standing(
        Optional.empty(),
        wasShort,
        Phase.WATCHING,
        "",
        interval - movedAt,
        shares.values().stream().mapToLong(one -> one.damping.reversals()).sum());
  }
}
