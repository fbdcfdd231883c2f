package io.oasis.adapter.shell;

import io.oasis.adapter.faults.BrickFaults;
import io.oasis.adapter.faults.Faults;
import io.oasis.adapter.faults.KernelFaults;
import io.oasis.adapter.faults.QemuFaults;
import io.oasis.adapter.faults.SpdkFaults;
import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.CgroupV1;
import io.oasis.adapter.targets.CgroupV2;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.qmp.QmpTarget;
import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.HostRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks twice, then again and again while there are limits in force. It looks at limits that are
 * not ours too: two layers on one LUN need not both be.
 */
final class CheckupThread implements Checkup {
  private static final Duration WINDOW = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofSeconds(7);
  private static final Logger LOG = LoggerFactory.getLogger(CheckupThread.class);

  private final Target target;
  private final Supplier<Faults> kinds;
  private final Duration window;
  private final Duration pause;
  private final Thread thread;
  private final AtomicReference<@Nullable Map<Place, Map<Part, Fault>>> found =
      new AtomicReference<>();
  private volatile Map<Place, Throttle> inForce = Map.of();

  /**
   * @param target an instance of its own: targets are not thread-safe
   * @param kinds gives what is known of that target, afresh for each checkup
   * @param window between the two looks
   * @param pause between two checkups
   */
  CheckupThread(Target target, Supplier<Faults> kinds, Duration window, Duration pause) {
    this.target = target;
    this.kinds = kinds;
    this.window = window;
    this.pause = pause;
    this.thread = Thread.ofPlatform().daemon().name("oasis-checkup").unstarted(this::run);
    thread.start();
  }

  /** For a target of which faults are known. */
  static Checkup of(TargetSpec spec, Optional<Target> another, HostRoot host) {
    return another
        .flatMap(target -> faults(spec, target, host).map(kinds -> start(target, kinds)))
        .orElse(NONE);
  }

  private static Checkup start(Target target, Supplier<Faults> kinds) {
    return new CheckupThread(target, kinds, WINDOW, PAUSE);
  }

  private static Optional<Supplier<Faults>> faults(TargetSpec spec, Target target, HostRoot host) {
    return switch (target.kind()) {
      case CgroupV1.KIND, CgroupV2.KIND ->
          CgroupMount.find(host).map(mount -> () -> new KernelFaults(host, mount));
      case QmpTarget.KIND -> Optional.of(() -> new QemuFaults(Path.of(spec.address())));
      case SpdkTarget.KIND -> Optional.of(() -> new SpdkFaults(new SpdkAddress(spec.address())));
      case BrickTarget.KIND -> Optional.of(() -> new BrickFaults(Path.of(spec.address())));
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<Map<Place, Map<Part, Fault>>> take(Map<Place, Throttle> limits) {
    inForce = Map.copyOf(limits);
    return Optional.ofNullable(found.getAndSet(null));
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        if (!inForce.isEmpty()) {
          examine();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void examine() throws InterruptedException {
    Faults faults = kinds.get();
    try {
      faults.look(limits());
      TimeUnit.NANOSECONDS.sleep(window.toNanos());
      faults.look(limits());
      found.set(faultsOf(faults));
    } catch (TargetException e) {
      LOG.debug("not examined: {}", e.getMessage());
    }
  }

  private Map<Place, Throttle> limits() throws TargetException {
    Map<Place, Throttle> limits = new HashMap<>(inForce);
    for (Place place : target.discover()) {
      if (!limits.containsKey(place)) {
        read(place).ifPresent(limit -> limits.put(place, limit));
      }
    }
    return limits;
  }

  private Optional<Throttle> read(Place place) {
    try {
      return Optional.of(target.read(place));
    } catch (TargetException e) {
      return Optional.empty(); // gone meanwhile
    }
  }

  private Map<Place, Map<Part, Fault>> faultsOf(Faults faults) {
    Map<Place, Map<Part, Fault>> all = new HashMap<>();
    inForce.forEach(
        (place, limit) -> {
          Map<Part, Fault> ofPlace = new EnumMap<>(Part.class);
          for (Part part : Part.values()) {
            if (limit.get(part) != 0) {
              faults.of(place, part, limit.get(part)).ifPresent(f -> ofPlace.put(part, f));
            }
          }
          all.put(place, ofPlace);
        });
    return all;
  }
}
