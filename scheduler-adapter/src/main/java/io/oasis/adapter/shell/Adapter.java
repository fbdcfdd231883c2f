package io.oasis.adapter.shell;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.plan.AdapterConfig;
import io.oasis.adapter.plan.AdapterCore;
import io.oasis.adapter.plan.Form;
import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.DeviceFiles;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Survey;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.client.BrickNames;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Message;
import io.oasis.protocol.SessionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An adapter put together: lock, guardian, recovery, then the loop. The order matters: the lock
 * keeps a second adapter out, a guardian that answers has waited for an earlier one to finish, and
 * only then is what a crash left restored, before anything else is done.
 */
public final class Adapter implements AutoCloseable {
  /** Messages that may wait; beyond it the reader is held back and the records wait in Kafka. */
  private static final int INBOX = 20_000;

  private static final Duration GUARDIAN_START = Duration.ofSeconds(12);
  private static final Logger LOG = LoggerFactory.getLogger(Adapter.class);

  private final AdapterSettings settings;
  private final List<TargetLock> locks;
  private final Guardian guardian;
  private final HandOver handOver;
  private final Journal journal;
  private final View view;
  private final Checkup checkup;
  private final Wire wire;
  private final AdapterLoop loop;
  private final ExecutorService hands =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("oasis-target").factory());
  private final Thread thread;

  private Adapter(
      AdapterSettings settings,
      QueueNames names,
      HostRoot root,
      MeterRegistry registry,
      @Nullable SettingTraces traces,
      Runnable turned,
      Function<AdapterId, Wire> wires,
      List<TargetLock> locks,
      Guardian guardian)
      throws EnvironmentException {
    this.settings = settings;
    this.locks = locks;
    this.guardian = guardian;
    this.handOver = HandOver.in(settings.stateDir());
    Predecessor before = new Predecessor(settings.stateDir(), handOver);
    ReleaseMarker marker = new ReleaseMarker(settings.stateDir());
    Optional<Target> target = Targets.of(settings.target(), settings.lease(), names, root);
    Target driven = target.orElseGet(NoTarget::new);
    Optional<Duration> left = before.left(driven.kind()).filter(_ -> !marker.isSet());
    if (left.isEmpty()) {
      before.restore(Targets.all(root));
    }
    this.journal = before.journal();
    Optional<String> obstacle = obstacle(settings, target);
    obstacle.ifPresent(
        why -> {
          LOG.warn("read-only: {}", why);
          guardian.close(); // nothing to guard
        });
    AdapterId id = id(settings, driven);
    this.wire = wires.apply(id);
    BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(INBOX);
    wire.deliver(inbox);
    AdapterCore core = core(settings, id, target, journal);
    left.ifPresent(time -> core.inherit(places(driven.kind()), monotonic().plus(time)));
    this.view = view(settings, target, names, id, core, root);
    this.checkup =
        CheckupThread.of(
            settings.target(),
            Targets.of(settings.target(), settings.lease(), names, root)
                .filter(_ -> obstacle.isEmpty()),
            root);
    this.loop =
        new AdapterLoop(
            core,
            new AdapterLoop.Ports(
                new AdapterLoop.Mail(inbox, wire::send),
                applier(driven, root, marker, traces),
                journal,
                new AdapterLoop.Safety(
                    marker,
                    settings.target().isGuarded() && obstacle.isEmpty()
                        ? guardian::keep
                        : (_, _) -> Optional.empty(),
                    obstacle),
                view::look,
                checkup,
                new AdapterLoop.Clock(Adapter::monotonic, AdapterLoop.TURN, turned),
                hands),
            settings.interval(),
            registry);
    FunctionCounter.builder("oasis.adapter.guardian.restarts", guardian, Guardian::restarts)
        .description("guardians that had to be replaced")
        .register(registry);
    this.thread = Thread.ofPlatform().name("oasis-adapter").unstarted(loop::run);
  }

  private static Optional<String> obstacle(AdapterSettings settings, Optional<Target> target) {
    return target
        .map(Target::obstacle)
        .orElse(
            Optional.of(
                "no cgroup hierarchy for --target "
                    + settings.target()
                    + " has the controller for block I/O here"));
  }

  private static AdapterId id(AdapterSettings settings, Target driven) {
    return new AdapterId(
        settings.host().value()
            + ':'
            + (settings.target().isKernel() ? driven.kind() : settings.target().toString()));
  }

  private static AdapterCore core(
      AdapterSettings settings, AdapterId id, Optional<Target> target, Journal journal) {
    Target driven = target.orElseGet(NoTarget::new);
    return new AdapterCore(
        new AdapterConfig(
            id,
            driven.kind(),
            driven.placement(),
            target.map(Adapter::form).orElse(Form.OF_DIRECTIONS),
            settings.lease(),
            settings.allowed().reach()),
        journal.versions(),
        journal.conflicts(),
        () -> new SessionId(UUID.randomUUID().toString()));
  }

  private List<Place> places(String kind) {
    return journal.entries().stream()
        .filter(entry -> entry.kind().equals(kind))
        .map(Entry::place)
        .toList();
  }

  private Applier applier(
      Target target, HostRoot root, ReleaseMarker marker, @Nullable SettingTraces traces) {
    DeviceTuning tuning =
        new DeviceTuning(
            new DeviceFiles(root.at("/sys")),
            settings.driven().device(),
            journal,
            () -> !marker.isSet());
    return new Applier(target, journal, () -> !marker.isSet(), tuning, traces);
  }

  /**
   * Starts an adapter.
   *
   * @param traces follow settings, if anybody follows
   * @param turned told after each turn of its loop
   * @param wires connects the adapter of this name
   */
  public static Adapter start(
      AdapterSettings settings,
      HostRoot root,
      MeterRegistry registry,
      @Nullable SettingTraces traces,
      Runnable turned,
      Function<AdapterId, Wire> wires)
      throws EnvironmentException {
    Path stateDir = settings.stateDir();
    QueueNames names = // first: what is wrong with it is so whoever has the host
        QueueNames.of(settings.host(), settings.target(), settings.driven().queues());
    StateDirectory.make(stateDir);
    List<TargetLock> locks = lock(settings, root);
    Guardian guardian = new Guardian(stateDir, settings.lease(), monotonic());
    try {
      if (settings.target().isGuarded()) {
        guardian
            .await(Adapter::monotonic, GUARDIAN_START)
            .ifPresent(why -> LOG.warn("no guardian yet: {}", why));
      }
      Adapter adapter =
          new Adapter(settings, names, root, registry, traces, turned, wires, locks, guardian);
      adapter.thread.start();
      LOG.info("adapter on {} started", settings.host());
      return adapter;
    } catch (EnvironmentException | RuntimeException e) {
      guardian.close();
      locks.forEach(TargetLock::close);
      throw e;
    }
  }

  private static Form form(Target target) {
    if (target.parts().equals(Throttle.Part.OF_WEIGHT)) {
      return Form.ofWeights(target.step(Throttle.Part.WEIGHT));
    }
    if (target.parts().equals(Throttle.Part.OF_DIRECTIONS)) {
      return Form.ofKernel(target.grain());
    }
    return target.parts().equals(Throttle.Part.OF_ARBITER)
        ? Form.ofArbiter(target.grain())
        : Form.ofBoth(target.grain());
  }

  private static View view(
      AdapterSettings settings,
      Optional<Target> target,
      QueueNames names,
      AdapterId id,
      AdapterCore core,
      HostRoot root) {
    if (target.isPresent() && target.get() instanceof Survey survey) {
      return new ProcessView(survey, names, id);
    }
    return settings
        .target()
        .brick()
        .<View>map(
            control -> new BrickView(new BrickNames(settings.host(), control), id, core::session))
        .orElseGet(() -> new Host(root, settings.host(), id, Counting.of(settings)));
  }

  private static List<TargetLock> lock(AdapterSettings settings, HostRoot root)
      throws EnvironmentException {
    TargetLock own = TargetLock.take(settings.stateDir());
    boolean kernel = settings.target().isKernel();
    Optional<Target> writable =
        Targets.find(root).filter(_ -> kernel).filter(target -> target.obstacle().isEmpty());
    if (settings.shareHost() || (kernel && writable.isEmpty())) {
      return List.of(own);
    }
    try {
      return List.of(
          own,
          writable.isPresent()
              ? TargetLock.take(root, writable.get().kind())
              : TargetLock.of(root, settings.target()));
    } catch (EnvironmentException e) {
      own.close();
      throw e;
    }
  }

  static Duration monotonic() {
    return Duration.ofNanos(System.nanoTime());
  }

  /** What may be touched from now on; what may not be any more is let go of. */
  public void reach(Reach reach) {
    view.reach(reach);
    loop.reach(reach);
  }

  /** Lets go of everything, or leaves it to the next one; then stops. */
  @Override
  public void close() {
    boolean leaves = handOver.isWanted();
    if (leaves) {
      loop.leave();
    } else {
      loop.stop();
    }
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    hands.shutdown();
    checkup.close();
    wire.close();
    try {
      journal.close();
    } catch (JournalException e) {
      LOG.warn("{}", e.getMessage());
    }
    Optional<Duration> left = leaves ? loop.left().filter(handOver::leave) : Optional.empty();
    left.ifPresentOrElse(guardian::leave, guardian::close);
    view.close();
    locks.forEach(TargetLock::close);
  }

  /** Waits until it stops; says whether it was told to. */
  public boolean await() throws InterruptedException {
    thread.join();
    return loop.isStopping();
  }
}
