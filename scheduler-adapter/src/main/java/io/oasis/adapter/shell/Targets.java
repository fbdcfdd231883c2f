package io.oasis.adapter.shell;

import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.CgroupV1;
import io.oasis.adapter.targets.CgroupV2;
import io.oasis.adapter.targets.Target;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The targets of this host. */
public final class Targets {
  /** The value of {@code --target} that takes the hierarchy that has the controller. */
  public static final String AUTO = "auto";

  /** Before the control socket of a brick, in {@code --target}. */
  static final String BRICK_PREFIX = BrickTarget.KIND + ":";

  private Targets() {}

  /** Those that can be had here, by kind. */
  public static Map<String, Target> all(HostRoot host) {
    Map<String, Target> targets = new HashMap<>();
    // To let go with; it is not asked to look for limits, nor to write any.
    targets.put(BrickTarget.KIND, new BrickTarget(List.of(), Duration.ZERO));
    find(host).ifPresent(target -> targets.put(target.kind(), target));
    return targets;
  }

  /** The one whose hierarchy accounts for block I/O. */
  public static Optional<Target> find(HostRoot host) {
    return CgroupMount.find(host).map(mount -> of(mount, host));
  }

  private static Target of(CgroupMount mount, HostRoot host) {
    Path directory = mount.directory();
    Path sys = host.at("/sys");
    return mount.version() == CgroupVersion.V1
        ? new CgroupV1(directory, sys)
        : new CgroupV2(directory, sys);
  }
}
