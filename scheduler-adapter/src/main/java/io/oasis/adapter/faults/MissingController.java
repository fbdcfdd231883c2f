package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A cgroup of v2 that no limit can be written to, because an ancestor keeps the controller. */
public final class MissingController {
  private static final String CONTROL = "cgroup.subtree_control";

  private MissingController() {}

  public static Optional<Finding> of(Path group) {
    Optional<String> why = why(group);
    return why.map(
        cause ->
            new Fault(Finding.Verdict.STUCK, "no limit can be written here: " + cause, mend(group))
                .at("cgroup-v2", group.toString(), "any device"));
  }

  private static Optional<String> why(Path group) {
    if (!Files.isDirectory(group)) {
      return Optional.of("there is no such cgroup");
    }
    if (Files.exists(group.resolve("io.max"))
        || Files.exists(group.resolve("blkio.throttle.read_iops_device"))) {
      return Optional.empty();
    }
    return Optional.of(
        keeper(group)
            .map(ancestor -> ancestor.resolve(CONTROL) + " lacks io")
            .orElse("the hierarchy has no controller for block I/O"));
  }

  private static String mend(Path group) {
    return keeper(group)
        .map(ancestor -> "echo +io > " + ancestor.resolve(CONTROL))
        .orElse("mount cgroup v2 and leave blkio to it");
  }

  /** The topmost ancestor that has the controller and does not hand it down. */
  private static Optional<Path> keeper(Path group) {
    Optional<Path> keeper = Optional.empty();
    for (Path up = group.getParent(); up != null; up = up.getParent()) {
      if (words(up.resolve("cgroup.controllers")).contains(" io ")
          && !words(up.resolve(CONTROL)).contains(" io ")) {
        keeper = Optional.of(up);
      }
    }
    return keeper;
  }

  private static String words(Path file) {
    String text = HostRoot.read(file).orElse("");
    return " " + String.join(" ", Arrays.asList(text.split("\\s+", -1))) + " ";
  }
}
