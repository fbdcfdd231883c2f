package io.oasis.manager.core.hear;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostStanding;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a domain from what others say, and how it is numbered and told. Mutable, because
 * copying ten thousand queues for each input would make an input cost as much as a decision; what
 * changes it are the verbs here and of its queues.
 */
public final class Domain {
  /** A queue that its agent has not spoken of for so long takes no part and is not limited. */
  private static final int SILENT_INTERVALS = 4;

  /** ... and this time, as an agent may have an interval of its own. */
  private static final Duration LEAST_SILENCE = Duration.ofSeconds(4);

  /** A queue that has not been heard of for this long is forgotten. */
  private static final Duration FORGET_AFTER = Duration.ofSeconds(60);

  private final DomainId id;
  private final ControllerConfig config;
  private final Duration silentAfter;

  /** In the order of arrival, which is always defined. */
  private final List<HeardQueue> queues = new ArrayList<>();

  private final Luns luns = new Luns();
  private final Adapters adapters = new Adapters();
  private final Crowd crowd;
  private final Events events = new Events();
  private boolean tookOver;
  private boolean onTrial;
  private GuardRails rails;
  private Version version;
  private final HeardTime time;

  /** When, in {@link #heard}, the first decision was made. */
  private Optional<Instant> begunAt = Optional.empty();

  public Domain(DomainId id, ControllerConfig config, Optional<DomainHeader> header) {
    this.id = id;
    this.config = config;
    time = new HeardTime(config.interval());
    Duration intervals = config.interval().multipliedBy(SILENT_INTERVALS);
    silentAfter = intervals.compareTo(LEAST_SILENCE) < 0 ? LEAST_SILENCE : intervals;
    rails =
        header
            .map(DomainHeader::rails)
            .orElseGet(() -> GuardRails.initial(id, config.initialMode(), config.initialPolicy()));
    version = new Version(header.map(h -> h.version().epoch()).orElse(0L) + 1, 0);
    crowd = new Crowd(header.flatMap(DomainHeader::hosts).orElse(List.of()));
  }

  /** A queue that was not known. */
  public HeardQueue add(QueueId queue) {
    HeardQueue added = new HeardQueue(queue, Rails.of(rails, queue), time.heard());
    queues.add(added);
    crowd.came(queue);
    return added;
  }

  public HeardTime time() {
    return time;
  }

  /**
   * The length of the present interval: the short one where all LUNs are measured at it, else the
   * usual one. An agent that knows of no wishes goes on as it did, and its domain with it.
   */
  public Duration interval() {
    boolean isShorter = ControllerConfig.SHORT.compareTo(config.interval()) < 0;
    return isShorter && LunState.areShort(luns.all()) ? ControllerConfig.SHORT : config.interval();
  }

  public void reported(LunReport report) {
    luns.reported(report, crowd, time.heard(), time.inputAt());
  }

  /**
   * Goes on above whatever version an adapter has seen, also when the log was lost. What an adapter
   * says of its versions puts in doubt what it has itself; or all, if this controller is new.
   *
   * @return whether it had to
   */
  public boolean continueAbove(Version seen, AdapterId adapter) {
    if (!seen.isAfter(version) || seen.epoch() > Version.MOST_SEEN_EPOCH) {
      return false;
    }
    version = new Version(seen.epoch() + 1, 0);
    tookOver = true; // told once, as it happens as often as an adapter likes
    queues.stream()
        .filter(queue -> isListening() || adapter.equals(queue.adapter()))
        .forEach(HeardQueue::doubt);
    return true;
  }

  /** The operator's word. */
  public void rail(GuardRails newest) {
    Mode before = rails.mode();
    onTrial &= before == newest.mode();
    rails = newest;
    queues.forEach(queue -> queue.rail(Rails.of(newest, queue.id())));
    newest.movedLuns().forEach(moved -> luns.forget(moved.lun()));
    String why =
        newest.change().actor().map(actor -> " by " + actor).orElse("")
            + newest.change().reason().map(reason -> ": " + reason).orElse("");
    events.add(
        before == newest.mode()
            ? "guard rails changed" + why
            : "mode changed from " + before + " to " + newest.mode() + why);
  }

  /** Limits are let go for a moment, to see whether they do harm, or put back. */
  public void setOnTrial(boolean isOnTrial) {
    onTrial = isOnTrial;
  }

  public boolean isOnTrial() {
    return onTrial;
  }

  /** A decision begins. */
  public void begin() {
    begunAt = Optional.of(begunAt.orElse(time.heard()));
    luns.begin(crowd, time.heard());
    adapters.begin(crowd, time.heard());
    crowd.share(queues, this::isSilent, time.heard());
  }

  /**
   * Forgets who has not been heard of for long.
   *
   * @return the queues
   */
  public List<HeardQueue> forgetSilent() {
    luns.forget(lun -> isPast(lun.reportedAt(), FORGET_AFTER));
    List<HeardQueue> gone =
        queues.stream().filter(q -> isSilent(q) && isPast(q.requestedAt(), FORGET_AFTER)).toList();
    queues.removeAll(gone);
    gone.forEach(queue -> crowd.gone(queue.id()));
    return gone;
  }

  /** What was heard up to now has been decided about. */
  public void decided() {
    luns.decided();
  }

  /** Whether a LUN has reported since the last decision. */
  public boolean isWaiting() {
    return luns.all().stream().anyMatch(LunState::fresh);
  }

  /** Whether all have. */
  public boolean isComplete() {
    return luns.all().stream().allMatch(LunState::fresh);
  }

  public Version nextVersion() {
    version = new Version(version.epoch(), version.sequence() + 1);
    return version;
  }

  public boolean isSilent(HeardQueue queue) {
    return queue.request() == null
        || !crowd.counts(queue.host(), queue.cameAt(), time.heard())
        || isPast(queue.requestedAt(), silentAfter) && !crowd.isDoubted(queue.host(), time.heard());
  }

  /** Whether this controller has just begun, and not everybody may have spoken. */
  public boolean isListening() {
    return !isPast(begunAt.orElse(Instant.EPOCH), silentAfter);
  }

  private boolean isPast(Instant from, Duration longer) {
    return from.plus(longer).isBefore(time.heard());
  }

  /** Whether time and cache of the devices are planned by insulation, and nobody is limited. */
  public boolean isInsulated() {
    return Rails.isInsulated(rails);
  }

  public boolean enforcing() {
    return rails.mode() == Mode.ENFORCE && !onTrial;
  }

  /** On whose word adapters are told what to do. */
  public Optional<Authority> authority() {
    return Optional.of(Authority.in(rails.mode()));
  }

  /** Where the operator has moved a LUN to; nothing when it is here. */
  public Optional<DomainId> movedTo(LunId lun) {
    return Rails.movedTo(rails, lun).filter(domain -> !domain.equals(id));
  }

  /** Mean size of the domain's I/O, over all queues; 0 when there is none. */
  public double meanBytes() {
    return Crowd.meanBytes(queues);
  }

  /** Something that the next decision tells. */
  public void note(String event) {
    events.add(event);
  }

  /** What was noted since a decision was told, which is told now. */
  public List<String> takeEvents() {
    List<String> taken = events.take();
    if (tookOver) {
      taken.addFirst("took over at epoch " + version.epoch());
    }
    tookOver = false;
    return taken;
  }

  public boolean isEventful() {
    return tookOver || !events.isEmpty();
  }

  public DomainId id() {
    return id;
  }

  public ControllerConfig config() {
    return config;
  }

  public GuardRails rails() {
    return rails;
  }

  public Version version() {
    return version;
  }

  public Instant heard() {
    return time.heard();
  }

  public List<HeardQueue> queues() {
    return Collections.unmodifiableList(queues);
  }

  public Collection<LunState> luns() {
    return luns.all();
  }

  public @Nullable LunState lun(LunId lun) {
    return luns.get(lun);
  }

  /** Whether a queue that is not known may come. */
  public boolean admits(QueueId queue) {
    return crowd.admits(queue, time.heard(), time.inputAt());
  }

  /** What the adapters found about their limits, and who was left out of the domain. */
  public List<Findings> findings(Instant now) {
    List<Findings> all = new ArrayList<>(adapters.findings(time.knownAt(now)));
    all.addAll(crowd.findings(id, time.behindSince(), now));
    return all;
  }

  public Adapters adapters() {
    return adapters;
  }

  /** What a successor is to know of hosts. */
  public Optional<List<HostStanding>> hosts() {
    return crowd.standings();
  }
}
