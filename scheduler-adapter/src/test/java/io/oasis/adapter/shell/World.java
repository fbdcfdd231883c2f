package io.oasis.adapter.shell;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.journal.Restorer;
import io.oasis.adapter.plan.AdapterConfig;
import io.oasis.adapter.plan.AdapterCore;
import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.plan.Form;
import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.DeviceFiles;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.FakeTarget;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** An adapter's loop in virtual time, on a target in memory and a journal on disk. */
final class World {
  static final Duration LEASE = Duration.ofSeconds(15);
  static final AdapterId ADAPTER = new AdapterId("h:fake");
  static final DomainId DOMAIN = new DomainId("disk:x");
  static final LunId LUN = new LunId("loop:/x");

  private final Path stateDir;
  private final Reach reach;
  private final Executor hands;
  private final ReleaseMarker marker;
  private final Map<ApplicationId, Inventory.Group> groups = new HashMap<>();
  private final DeviceRef device = new DeviceRef(7, 1, 3);
  private final @Nullable SettingTraces traces;
  private int sessions;
  private Duration time = Duration.ofSeconds(1_000);
  private AdapterLoop loop;
  private Journal journal;
  private Duration left = Duration.ZERO;
  private LinkedBlockingQueue<Message> inbox = new LinkedBlockingQueue<>();

  final FakeTarget target = new FakeTarget();
  final List<Message> sent = new ArrayList<>();
  Optional<String> guardian = Optional.empty();

  /** What a checkup finds. */
  Map<Place, Map<Throttle.Part, Fault>> faults = Map.of();

  World(Path stateDir) throws JournalException {
    this(stateDir, Reach.ALL, Runnable::run, null);
  }

  World(Path stateDir, Reach reach) throws JournalException {
    this(stateDir, reach, Runnable::run, null);
  }

  World(Path stateDir, Executor hands) throws JournalException {
    this(stateDir, Reach.ALL, hands, null);
  }

  World(Path stateDir, SettingTraces traces) throws JournalException {
    this(stateDir, Reach.ALL, Runnable::run, traces);
  }

  /**
   * @param reach what the adapter may touch
   * @param hands the target's thread
   * @param traces are told of its writes
   */
  private World(Path stateDir, Reach reach, Executor hands, @Nullable SettingTraces traces)
      throws JournalException {
    this.traces = traces;
    this.reach = reach;
    this.stateDir = stateDir;
    this.hands = hands;
    this.marker = new ReleaseMarker(stateDir);
    appear("a", 11);
    appear("b", 12);
    start();
  }

  static QueueId queue(String name) {
    return new QueueId(new ApplicationId("h:/" + name), LUN);
  }

  Place place(String name) {
    Inventory.Group group = groups.get(queue(name).application());
    return new Place(group.directory(), group.inode(), device);
  }

  void appear(String name, long inode) {
    groups.put(queue(name).application(), new Inventory.Group("/cg/" + name, inode));
  }

  void vanish(String name) {
    groups.remove(queue(name).application());
  }

  Path stateDir() {
    return stateDir;
  }

  ReleaseMarker marker() {
    return marker;
  }

  Duration time() {
    return time;
  }

  /** An adapter starts as the real one does: restores first. */
  void start() throws JournalException {
    restorer().restore(stateDir);
    open(Optional.empty());
  }

  /** An adapter takes the place of one that {@linkplain #leave left} its limits. */
  void takeOver() throws JournalException {
    open(Optional.of(left));
  }

  private void open(Optional<Duration> left) throws JournalException {
    journal = Journal.open(stateDir);
    inbox = new LinkedBlockingQueue<>();
    AdapterCore core =
        new AdapterCore(
            new AdapterConfig(
                ADAPTER, "fake", Placement.ABOVE_COUNTERS, Form.OF_DIRECTIONS, LEASE, reach),
            journal.versions(),
            journal.conflicts(),
            () -> new SessionId("s" + ++sessions));
    left.ifPresent(
        until ->
            core.inherit(journal.entries().stream().map(Entry::place).toList(), time.plus(until)));
    loop =
        new AdapterLoop(
            core,
            new AdapterLoop.Ports(
                new AdapterLoop.Mail(inbox, sent::add),
                new Applier(
                    target,
                    journal,
                    () -> !marker.isSet(),
                    new DeviceTuning(
                        new DeviceFiles(stateDir), DeviceSettings.NONE, journal, () -> true),
                    traces),
                journal,
                new AdapterLoop.Safety(marker, (_, _) -> guardian, Optional.empty()),
                _ ->
                    new Host.Look(
                        new Inventory(groups, Map.of(LUN, new Inventory.Lun(device, DOMAIN))),
                        List.of(),
                        Map.of()),
                limits -> Optional.of(faults).filter(_ -> !limits.isEmpty()),
                new AdapterLoop.Clock(() -> time, Duration.ZERO, () -> {}),
                hands),
            Duration.ofSeconds(1),
            new SimpleMeterRegistry());
    turn();
  }

  /** What the guardian, the kill switch and a starting adapter do. */
  Restorer restorer() {
    return new Restorer(Map.of(target.kind(), target));
  }

  void stop() {
    loop.stop();
    loop.run();
  }

  /** Stops, to be started anew. */
  void leave() {
    loop.leave();
    loop.run();
    left = loop.left().orElseThrow();
  }

  /** The operator of the host says it while the adapter runs. */
  void reach(Reach other) {
    loop.reach(other);
  }

  void deliver(Message message) {
    inbox.add(message);
  }

  void turn() {
    do {
      loop.turn();
    } while (!inbox.isEmpty());
  }

  /** Time passes in turns of 100 ms. */
  void pass(Duration duration) {
    for (Duration end = time.plus(duration); time.compareTo(end) < 0; ) {
      time = time.plusMillis(100);
      turn();
    }
  }

  /** Time passes, and there is one turn. */
  void passOnce(Duration duration) {
    time = time.plus(duration);
    turn();
  }

  /** Time passes for everybody but the adapter: it is stopped. */
  void passWithoutAdapter(Duration duration) {
    time = time.plus(duration);
  }

  SessionId session() {
    return new SessionId("s" + sessions);
  }

  SettingBatch setting(String name, long epoch, long sequence, double iops) {
    return setting(name, new Version(epoch, sequence), session(), Optional.of(iops));
  }

  SettingBatch setting(String name, Version version, SessionId session, Optional<Double> iops) {
    return new SettingBatch(
        DOMAIN,
        ADAPTER,
        session,
        Instant.EPOCH,
        LEASE.toMillis(),
        List.of(new Setting(queue(name), version, iops.map(RateBound::ofIops), 0.5)));
  }

  LeaseRenewal renewal(Version version, SessionId session) {
    return new LeaseRenewal(DOMAIN, version, ADAPTER, session, Instant.EPOCH, LEASE.toMillis());
  }

  /** Delivers, and lets the adapter act. */
  void now(Message message) {
    deliver(message);
    turn();
  }

  List<Outcome> outcomes() {
    return sent.stream()
        .filter(OutcomeBatch.class::isInstance)
        .flatMap(message -> ((OutcomeBatch) message).outcomes().stream())
        .toList();
  }

  Outcome lastOutcome(String name) {
    return outcomes().stream()
        .filter(outcome -> outcome.queue().equals(queue(name)))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  Findings lastFindings() {
    return sent.stream()
        .filter(Findings.class::isInstance)
        .map(Findings.class::cast)
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  AdapterStatus lastStatus() {
    return sent.stream()
        .filter(AdapterStatus.class::isInstance)
        .map(AdapterStatus.class::cast)
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  /** Places the journal on the disk has open. */
  List<Place> journaled() throws JournalException {
    return Journal.leftovers(stateDir).stream().map(Entry::place).toList();
  }
}
