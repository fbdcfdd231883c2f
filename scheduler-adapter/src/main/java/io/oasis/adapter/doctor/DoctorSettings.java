package io.oasis.adapter.doctor;

import io.oasis.configuration.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the doctor is asked.
 *
 * @param target kernel, qmp, spdk or brick
 * @param socket where the process listens; empty for the kernel
 * @param desired limits by {@code PLACE:LIMIT}
 * @param groups cgroups that shall be examined though they have no limit
 * @param counter the block device that counts what passes; empty for none
 */
public record DoctorSettings(
    String target,
    String socket,
    Path stateDir,
    Duration window,
    Map<String, Long> desired,
    List<Path> groups,
    String counter,
    boolean contract) {
  private static final List<String> TARGETS = List.of("kernel", "qmp", "spdk", "brick");

  public DoctorSettings {
    desired = Map.copyOf(desired);
    groups = List.copyOf(groups);
    if (!TARGETS.contains(target)) {
      throw new UsageException("target", target, "must be one of " + String.join(", ", TARGETS));
    }
    if (target.equals("kernel") != socket.isEmpty()) {
      throw new UsageException("socket", socket, "is for qmp, spdk and brick, and needed there");
    }
    if (contract && !target.equals("spdk")) {
      throw new UsageException("contract", target, "is for --target spdk");
    }
  }

  /** The same, watching for another time. */
  DoctorSettings over(Duration other) {
    return new DoctorSettings(target, socket, stateDir, other, desired, groups, counter, contract);
  }
}
