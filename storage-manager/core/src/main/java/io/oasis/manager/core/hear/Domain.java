package io.oasis.manager.core.hear;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.MovedLun;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private final Map<LunId, LunState> luns = new LinkedHashMap<>();
  private final Adapters adapters = new Adapters();
  private final Crowd crowd = new Crowd();
  private final List<String> events = new ArrayList<>();
  private boolean onTrial;
  private GuardRails rails;
  private Version version;

  /**
   * The time in which something was heard. While nothing at all comes it stands still: that is a
   * pause of the broker or of this side, and nobody's silence.
   */
  private Instant heard = Instant.EPOCH;

  private Instant inputAt = Instant.EPOCH;

  /** When, in {@link #heard}, the first decision was made. */
  private Optional<Instant> begunAt = Optional.empty();

  public Domain(DomainId id, ControllerConfig config, Optional<DomainHeader> header) {
    this.id = id;
    this.config = config;
    Duration intervals = config.interval().multipliedBy(SILENT_INTERVALS);
    silentAfter = intervals.compareTo(LEAST_SILENCE) < 0 ? LEAST_SILENCE : intervals;
    rails =
        header
            .map(DomainHeader::rails)
            .orElseGet(() -> GuardRails.initial(id, config.initialMode(), config.initialPolicy()));
    version = new Version(header.map(h -> h.version().epoch()).orElse(0L) + 1, 0);
  }

  /** A queue that was not known. */
  public HeardQueue add(QueueId queue) {
    HeardQueue added = new HeardQueue(queue, Rails.of(rails, queue), heard);
    queues.add(added);
    crowd.came(queue);
    return added;
  }

  /** Something comes. */
  public void hears(Instant now) {
    Duration pause = Duration.between(inputAt, now);
    heard = heard.plus(pause.compareTo(config.interval()) < 0 ? pause : config.interval());
    inputAt = now;
  }

  /**
   * The length of the present interval: the short one where all LUNs are measured at it, else the
   * usual one. An agent that knows of no wishes goes on as it did, and its domain with it.
   */
  public Duration interval() {
    boolean isShorter = ControllerConfig.SHORT.compareTo(config.interval()) < 0;
    return isShorter && LunState.areShort(luns.values())
        ? ControllerConfig.SHORT
        : config.interval();
  }

  public void reported(LunReport report) {
    LunId lun = report.interval().lun();
    if (luns.containsKey(lun)
        || crowd.admitsLun(luns.size(), report.interval().host().value(), inputAt)) {
      luns.put(lun, new LunState(report, heard, true));
    }
  }

  /**
   * Goes on above whatever version an adapter has seen, also when the log was lost.
   *
   * @return whether it had to
   */
  public boolean continueAbove(Version seen) {
    if (!seen.isAfter(version) || seen.epoch() > Version.MOST_SEEN_EPOCH) {
      return false;
    }
    version = new Version(seen.epoch() + 1, 0);
    events.add("took over at epoch " + version.epoch());
    queues.forEach(HeardQueue::doubt);
    return true;
  }

  /** The operator's word. */
  public void rail(GuardRails newest) {
    Mode before = rails.mode();
    onTrial &= before == newest.mode();
    rails = newest;
    queues.forEach(queue -> queue.rail(Rails.of(newest, queue.id())));
    newest.movedLuns().forEach(moved -> luns.remove(moved.lun()));
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
    begunAt = Optional.of(begunAt.orElse(heard));
    Crowd.share(queues, this::isSilent);
  }

  /**
   * Forgets who has not been heard of for long.
   *
   * @return the queues
   */
  public List<HeardQueue> forgetSilent() {
    luns.values().removeIf(lun -> hasBeenQuietFor(FORGET_AFTER, lun.reportedAt()));
    List<HeardQueue> gone =
        queues.stream()
            .filter(queue -> hasBeenQuietFor(FORGET_AFTER, queue.requestedAt()))
            .toList();
    queues.removeAll(gone);
    gone.forEach(queue -> crowd.gone(queue.id()));
    return gone;
  }

  /** What was reported up to now has been decided about. */
  public void decided() {
    luns.replaceAll((lun, state) -> state.decided());
  }

  /** Whether a LUN has reported since the last decision. */
  public boolean isWaiting() {
    return luns.values().stream().anyMatch(LunState::fresh);
  }

  /** Whether all have. */
  public boolean isComplete() {
    return luns.values().stream().allMatch(LunState::fresh);
  }

  public Version nextVersion() {
    version = new Version(version.epoch(), version.sequence() + 1);
    return version;
  }

  public boolean isSilent(HeardQueue queue) {
    return queue.request() == null || hasBeenQuietFor(silentAfter, queue.requestedAt());
  }

  /** Whether this controller has just begun, and not everybody may have spoken. */
  public boolean isListening() {
    return !hasBeenQuietFor(silentAfter, begunAt.orElse(Instant.EPOCH));
  }

  private boolean hasBeenQuietFor(Duration time, Instant lastWord) {
    return Duration.between(lastWord, heard).compareTo(time) > 0;
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
    return rails.movedLuns().stream()
        .filter(moved -> moved.lun().equals(lun) && !moved.domain().equals(id))
        .map(MovedLun::domain)
        .findFirst();
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
    List<String> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  public boolean isEventful() {
    return !events.isEmpty();
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
    return heard;
  }

  public List<HeardQueue> queues() {
    return Collections.unmodifiableList(queues);
  }

  public Collection<LunState> luns() {
    return luns.values();
  }

  public @Nullable LunState lun(LunId lun) {
    return luns.get(lun);
  }

  /** Whether a queue that is not known may come. */
  public boolean admits(QueueId queue) {
    return crowd.admits(queue, inputAt);
  }

  /** What the adapters found about their limits, and who was left out of the domain. */
  public List<Findings> findings(Instant now) {
    List<Findings> all = new ArrayList<>(adapters.findings(now));
    all.addAll(crowd.findings(id, now));
    return all;
  }

  public Adapters adapters() {
    return adapters;
  }
}
