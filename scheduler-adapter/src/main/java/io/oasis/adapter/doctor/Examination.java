package io.oasis.adapter.doctor;

import io.oasis.adapter.faults.BrickFaults;
import io.oasis.adapter.faults.Faults;
import io.oasis.adapter.faults.KernelFaults;
import io.oasis.adapter.faults.MissingController;
import io.oasis.adapter.faults.QemuFaults;
import io.oasis.adapter.faults.SpdkFaults;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.Targets;
import io.oasis.adapter.targets.BlockStat;
import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.qmp.QmpTarget;
import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.configuration.UsageException;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Looks at what the settings name, waits, looks again, and says what it found. */
public final class Examination {
  private final DoctorSettings settings;
  private final HostRoot host;

  public Examination(DoctorSettings settings, HostRoot host) {
    this.settings = settings;
    this.host = host;
  }

  /** Takes as long as the settings say. */
  public Report report() throws EnvironmentException {
    List<Doctor> doctors = doctors();
    doctors.forEach(doctor -> doctor.look(now()));
    long end = System.nanoTime() + settings.window().toNanos();
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    doctors.forEach(doctor -> doctor.look(now()));
    List<Finding> findings = new ArrayList<>();
    doctors.forEach(doctor -> findings.addAll(doctor.findings()));
    settings.groups().forEach(group -> MissingController.of(group).ifPresent(findings::add));
    return new Diagnosis(findings);
  }

  private static Duration now() {
    return Duration.ofNanos(System.nanoTime());
  }

  private List<Doctor> doctors() throws EnvironmentException {
    return switch (settings.target()) {
      case "qmp" -> {
        Path monitor = Path.of(settings.socket());
        QmpTarget target =
            new QmpTarget(
                List.of(monitor),
                _ ->
                    Optional.of(settings.counter())
                        .filter(device -> !device.isEmpty())
                        .flatMap(device -> BlockStat.read(host.at("/sys"), device)));
        yield List.of(doctor(target, new QemuFaults(monitor)));
      }
      case "spdk" ->
          List.of(
              doctor(
                  new SpdkTarget(List.of(address(settings))), new SpdkFaults(address(settings))));
      case "brick" ->
          List.of(
              doctor(
                  new BrickTarget(List.of(Path.of(settings.socket())), Duration.ZERO),
                  new BrickFaults(Path.of(settings.socket()))));
      default -> kernel();
    };
  }

  private List<Doctor> kernel() throws EnvironmentException {
    CgroupMount mount =
        CgroupMount.find(host)
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "no cgroup hierarchy here has the controller for block I/O: nothing can"
                            + " be limited",
                        new IllegalStateException()));
    List<Doctor> doctors = new ArrayList<>();
    for (Target target : new TreeMap<>(Targets.all(host)).values()) {
      if (target.isKernelThrottle()) {
        doctors.add(doctor(target, new KernelFaults(host, mount)));
      } else if (!journalled(target).places().isEmpty()) {
        doctors.add(doctor(target, Faults.NONE));
      }
    }
    return doctors;
  }

  private Doctor doctor(Target target, Faults faults) throws EnvironmentException {
    return new Doctor(target, faults, journalled(target), settings.desired());
  }

  private Journalled journalled(Target target) throws EnvironmentException {
    try {
      return Journalled.read(settings.stateDir(), target);
    } catch (JournalException e) {
      throw new EnvironmentException(
          e.getMessage() + ": run as root, or give another --state-dir", e);
    }
  }

  static SpdkAddress address(DoctorSettings settings) {
    try {
      return new SpdkAddress(settings.socket());
    } catch (IllegalArgumentException e) {
      throw new UsageException("socket", settings.socket(), String.valueOf(e.getMessage()));
    }
  }
}
