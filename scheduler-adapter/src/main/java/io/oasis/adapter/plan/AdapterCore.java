package io.oasis.adapter.plan;

import io.oasis.adapter.lease.Leases;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Order;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An adapter's mind: takes one input at a time and says what to do. The laws are in the package's
 * essay. Not thread-safe; pure but for its own state.
 */
public final class AdapterCore {
  static final String RELEASED_BY_HAND = "released by hand; `oasis release --resume` ends it";

  private final AdapterConfig config;
  private final Fence fence;
  private final Leases leases;
  private final Reports reports;
  private final Releases releases;
  private final Conflicts conflicts;
  private final Checkups checkups;
  private final Obedience obedience = new Obedience();
  private final Map<QueueId, LimitState> holds = new TreeMap<>();
  private final Inheritance inherited = new Inheritance();
  private final Sizes sizes = new Sizes();
  private final CacheDivisions caches = new CacheDivisions();
  private Inventory inventory = Inventory.EMPTY;
  private Optional<String> obstacle = Optional.empty();
  private boolean releasedByHand;
  private Reach reach;
  private List<Effect> effects = new ArrayList<>();

  /**
   * @param seen the highest version ever seen of each domain, from the journal
   * @param conflicts places where somebody else wrote over a limit of ours, from the journal
   * @param sessions gives a new random session at each call
   */
  public AdapterCore(
      AdapterConfig config,
      Map<DomainId, Version> seen,
      Set<Place> conflicts,
      Supplier<SessionId> sessions) {
    this.config = config;
    this.reach = config.reach();
    this.fence = new Fence(config.adapter(), seen, sessions);
    this.leases = new Leases(config.lease());
    this.reports = new Reports(config, fence);
    this.releases = new Releases(reports);
    this.conflicts = new Conflicts(config.target(), conflicts);
    this.checkups = new Checkups(config, fence, obedience);
  }

  /**
   * Takes over what another adapter left in force.
   *
   * @param until on the monotonic clock
   */
  public void inherit(Collection<Place> places, Duration until) {
    inherited.take(places, until);
  }

  /** Where limits of a predecessor are in force of which nobody has said anything since. */
  public List<Place> inherited() {
    return inherited.places();
  }

  public SessionId session() {
    return fence.session();
  }

  /** Where limits of ours are in force: what the shell shall look at and report. */
  public Map<QueueId, Place> inForce() {
    Map<QueueId, Place> places = new LinkedHashMap<>();
    holds.forEach(
        (queue, hold) -> {
          if (!hold.inForce().isNone()) {
            hold.place().ifPresent(place -> places.put(queue, place));
          }
        });
    return places;
  }

  /** The limits of ours in force. */
  public Map<Place, Throttle> limits() {
    Map<Place, Throttle> limits = new LinkedHashMap<>();
    for (LimitState hold : holds.values()) {
      if (!hold.inForce().isNone()) {
        hold.place().ifPresent(place -> limits.put(place, hold.inForce()));
      }
    }
    return limits;
  }

  /** Where divisions of caches are in force that are ours. */
  public List<Place> cachesInForce() {
    return caches.places();
  }

  /** Places that are not released yet although they should be. */
  public int stuckReleases() {
    return releases.size();
  }

  /** When the last lease ends, on the monotonic clock; zero when there is none. */
  public Duration leasesEnd() {
    return leases.lastDeadline();
  }

  /** When the first lease ends, on the monotonic clock. */
  public Optional<Duration> firstLeaseEnd() {
    return Stream.concat(leases.firstDeadline().stream(), inherited.end().stream())
        .min(Comparator.naturalOrder());
  }

  /** Takes one input; {@code now} never goes back. */
  public List<Effect> step(Input input, Now now) {
    effects = new ArrayList<>();
    expire(now);
    switch (input) {
      case Input.Ordered(Order order) -> ordered(order, now);
      case Input.Settle() -> settle(now);
      case Input.Applied applied -> applied(applied, now);
      case Input.LetGo letGo -> left(letGo, now);
      case Input.Measured measured -> measured(measured, now);
      case Input.Examined(var faults) -> checkups.examined(faults);
      case Input.Seen(Inventory fresh, var counters) -> {
        sizes.look(counters);
        seen(fresh);
      }
      case Input.Able able -> able(able.obstacle());
      case Input.ByHand byHand -> byHand(byHand.released());
      case Input.Reaches(Reach changed) -> reaches(changed);
      case Input.JournalLost() -> releaseAll("somebody else restored from the journal");
      case Input.Tick() -> tick(now);
      case Input.Stop() -> releaseAll("the adapter stops");
    }
    return effects;
  }

  private void expire(Now now) {
    if (inherited.expire(now.monotonic())) {
      effects.add(new Effect.Note("the lease is over of what another adapter left"));
    }
    boolean let = false;
    for (DomainId domain : leases.expire(now.monotonic())) {
      for (LimitState hold : List.copyOf(holds.values())) {
        if (hold.domain().equals(domain) && !hold.isConflict()) {
          drop(hold, "the lease ran out: no word from the manager");
          let = true;
        }
      }
      List<Effect> divisions = caches.letGo(domain::equals);
      let |= !divisions.isEmpty();
      effects.addAll(divisions);
      obedience.free(domain);
      effects.add(new Effect.Note("domain " + domain + ": its lease is over"));
    }
    if (let) {
      fence.newSession(); // what the manager still has under way was meant for other times
    }
  }

  private void ordered(Order order, Now now) {
    if (!order.adapter().equals(config.adapter())) {
      return;
    }
    if (isOfAnother(obedience.other(order, now.monotonic()))) {
      return;
    }
    switch (order) {
      case SettingBatch batch -> asked(batch, now);
      case CacheSetting setting -> cacheAsked(setting, now);
      case LeaseRenewal renewal -> renewed(renewal, now);
    }
  }

  /** Who gave such a word hears nothing of it: the answer would reach both. */
  private boolean isOfAnother(Optional<String> other) {
    other.filter(note -> !note.isEmpty()).ifPresent(note -> effects.add(new Effect.Note(note)));
    return other.isPresent();
  }

  /** A manager that is obeyed gave word. */
  private void extend(Order order, Now now) {
    leases.extend(order.domain(), order.leaseMillis(), now.monotonic());
    obedience.heed(order);
  }

  private void asked(SettingBatch batch, Now now) {
    batch.settings().forEach(setting -> asked(batch, setting, now));
  }

  private void asked(SettingBatch batch, Setting setting, Now now) {
    LimitState held = holds.get(setting.queue());
    if (held != null && isOfAnother(obedience.other(batch, held.domain(), now.monotonic()))) {
      return;
    }
    if (fence.isRepeat(batch, setting)) {
      return;
    }
    DomainId domain = batch.domain();
    QueueId queue = setting.queue();
    Optional<String> refusal =
        releasedByHand
            ? Optional.of(RELEASED_BY_HAND)
            : fence
                .refusal(batch, setting)
                .or(() -> setting.limit().flatMap(_ -> Obedience.refusal(batch)));
    if (refusal.isPresent()) {
      refuse(domain, setting, refusal.get(), now);
      return;
    }
    fence.accept(domain, setting);
    effects.add(new Effect.Remember(domain, setting.version()));
    if (setting.limit().isEmpty()) {
      letGo(domain, setting, now);
      return;
    }
    extend(batch, now);
    LimitState hold = holds.get(queue);
    if (hold == null) {
      holds.put(queue, new LimitState(domain, setting, config.form(), () -> sizes.bytes(queue)));
    } else {
      hold.want(domain, setting);
    }
  }

  private void refuse(DomainId domain, Setting setting, String cause, Now now) {
    LimitState hold = holds.get(setting.queue());
    Optional<RateBound> applied = hold == null ? Optional.empty() : hold.applied();
    effects.add(reports.outcome(domain, setting, Outcome.State.REFUSED, applied, cause, now));
  }

  /** The manager lets go of a queue; of a conflict too: that is how an operator adopts it. */
  private void letGo(DomainId domain, Setting setting, Now now) {
    conflicts.adopt(inventory.place(setting.queue())).ifPresent(effects::add);
    LimitState hold = holds.get(setting.queue());
    if (hold != null && hold.shallRelax()) {
      hold.relax(setting, now.monotonic());
      return;
    }
    holds.remove(setting.queue());
    Optional<Place> place =
        hold != null ? hold.place() : inventory.place(setting.queue()).filter(inherited::claim);
    if (place.isPresent()) {
      effects.add(releases.begin(place.get(), domain, setting, ""));
    } else {
      effects.add(
          reports.outcome(domain, setting, Outcome.State.RELEASED, Optional.empty(), "", now));
    }
  }

  private void cacheAsked(CacheSetting setting, Now now) {
    Optional<DomainId> held = caches.heldFor(setting.cache().name());
    if (isOfAnother(held.flatMap(domain -> obedience.other(setting, domain, now.monotonic())))) {
      return;
    }
    boolean mayBe = setting.sizes().isEmpty() || Obedience.refusal(setting).isEmpty();
    if (!releasedByHand && obstacle.isEmpty() && mayBe && fence.accept(setting)) {
      effects.add(new Effect.Remember(setting.domain(), setting.version()));
      extend(setting, now);
      caches.want(setting, inventory, reach).ifPresent(effects::add);
    }
  }

  private void renewed(LeaseRenewal renewal, Now now) {
    if (!releasedByHand && Obedience.refusal(renewal).isEmpty() && fence.accept(renewal)) {
      extend(renewal, now);
      effects.add(new Effect.Remember(renewal.domain(), renewal.version()));
    }
  }

  private void settle(Now now) {
    holds.forEach(
        (queue, hold) -> {
          if (hold.due(now.monotonic())) {
            settle(queue, hold, now);
          }
        });
  }

  private void settle(QueueId queue, LimitState hold, Now now) {
    if (obstacle.isPresent()) {
      hold.wait(Outcome.State.STUCK, obstacle.get(), now.monotonic());
      return;
    }
    Optional<Place> place = inventory.place(queue);
    if (place.isEmpty()) {
      hold.wait(
          Outcome.State.REFUSED,
          "no such application or device here now; applied once it is there",
          now.monotonic());
      return;
    }
    Optional<String> objection = reach.objection(queue, place.get());
    if (objection.isPresent()) {
      hold.wait(Outcome.State.REFUSED, objection.get(), now.monotonic());
      return;
    }
    if (conflicts.contains(place.get())) {
      hold.conflict(
          Throttle.NONE, "somebody else wrote there after this adapter did" + Conflicts.ADOPT);
      return;
    }
    hold.at(place.get());
    releases.cancel(place.get());
    effects.add(new Effect.Apply(queue, place.get(), hold.wanted()));
  }

  private void applied(Input.Applied applied, Now now) {
    inherited.claim(applied.place());
    LimitState hold = holds.get(applied.queue());
    if (hold == null || !hold.place().equals(Optional.of(applied.place()))) {
      return; // let go meanwhile, and its release was asked for then
    }
    switch (applied.verdict()) {
      case Verdict.InForce(Throttle readBack) -> hold.written(readBack, now.monotonic());
      case Verdict.Foreign(Throttle found) -> conflict(hold, applied.place(), found);
      case Verdict.Gone() -> drop(hold, "the application or the device is gone");
      case Verdict.Trouble trouble -> {
        trouble.found().ifPresent(found -> hold.holds(found, now.monotonic()));
        hold.wait(Outcome.State.STUCK, trouble.cause(), now.monotonic());
      }
    }
  }

  private void conflict(LimitState hold, Place place, Throttle found) {
    hold.conflict(found, "somebody else wrote " + found + " there" + Conflicts.ADOPT);
    effects.add(conflicts.add(place));
    String note = "conflict at " + place + ": found " + found;
    effects.add(new Effect.Note(note, Optional.of(hold.setting().version())));
    effects.add(releases.beginQuietly(place, hold));
  }

  /** Who wrote there after we had last looked is not to be written over by the next limit. */
  private void left(Input.LetGo letGo, Now now) {
    if (letGo.foreign() && releases.isTold(letGo.place())) {
      effects.add(conflicts.add(letGo.place()));
      effects.add(new Effect.Note("conflict at " + letGo.place() + " as it was let go"));
    }
    effects.addAll(releases.done(letGo, holds::containsKey, now));
  }

  private void measured(Input.Measured measured, Now now) {
    LimitState hold = holds.get(measured.queue());
    if (hold == null
        || hold.inForce().isNone()
        || !hold.place().equals(Optional.of(measured.place()))) {
      return;
    }
    if (measured.found().isEmpty()) {
      drop(hold, "the application or the device is gone");
    } else if (!measured.found().get().equals(hold.inForce())) {
      conflict(hold, measured.place(), measured.found().get());
    } else {
      hold.look(measured.counters(), now.monotonic());
    }
  }

  private void seen(Inventory fresh) {
    inventory = fresh;
    conflicts.keepOnly(fresh).ifPresent(effects::add);
    effects.addAll(caches.seen(fresh));
    for (LimitState hold : List.copyOf(holds.values())) {
      if (hold.place().isPresent() && !hold.place().equals(fresh.place(hold.setting().queue()))) {
        drop(hold, "the application or the device is gone, or another one has its name");
      }
    }
  }

  private void able(Optional<String> why) {
    if (why.isPresent() && obstacle.isEmpty()) {
      effects.add(new Effect.Note("cannot enforce: " + why.get()));
      // a write that is on its way would stay, for nobody looks at the obstacle again
      if (holds.values().stream().anyMatch(hold -> hold.place().isPresent())
          || !caches.places().isEmpty()) {
        releaseAll(why.get());
      }
    }
    obstacle = why;
  }

  private void byHand(boolean released) {
    if (released && !releasedByHand) {
      releaseAll(RELEASED_BY_HAND);
    }
    if (released != releasedByHand) {
      effects.add(
          new Effect.Note(released ? RELEASED_BY_HAND : "the release by hand was taken back"));
    }
    releasedByHand = released;
  }

  private void reaches(Reach changed) {
    reach = changed;
    for (LimitState hold : List.copyOf(holds.values())) {
      if (!hold.isConflict()) { // what is not written yet may be on its way
        hold.place()
            .flatMap(place -> reach.objection(hold.setting().queue(), place))
            .ifPresent(objection -> drop(hold, objection));
      }
    }
    effects.addAll(caches.letGoAt(place -> reach.objection(place).isPresent()));
  }

  private void releaseAll(String cause) {
    for (LimitState hold : List.copyOf(holds.values())) {
      if (!hold.isConflict()) {
        drop(hold, cause);
      }
    }
    effects.addAll(caches.letGo(_ -> true));
    inherited.clear();
    leases.clear();
    obedience.freeAll();
    fence.newSession();
  }

  /** Lets go without having been asked to: the setting is void. */
  private void drop(LimitState hold, String cause) {
    holds.remove(hold.setting().queue());
    hold.place()
        .ifPresent(
            place -> effects.add(releases.begin(place, hold.domain(), hold.setting(), cause)));
  }

  private void tick(Now now) {
    effects.addAll(releases.retry(now.monotonic()));
    for (LimitState hold : List.copyOf(holds.values())) {
      hold.raise(now.monotonic());
      if (hold.isRelaxed(now.monotonic())) {
        drop(hold, "");
      }
    }
    for (LimitState hold : holds.values()) {
      if (hold.tell(now.monotonic(), AdapterConfig.REPEAT)) {
        effects.add(
            reports.outcome(
                hold.domain(), hold.setting(), hold.state(), hold.applied(), hold.cause(), now));
      }
    }
    effects.addAll(reports.statuses(inventory, holds.values(), now));
    effects.addAll(checkups.due(holds.values(), now));
  }
}
