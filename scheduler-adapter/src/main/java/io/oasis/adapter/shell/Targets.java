package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Bfq;
import io.oasis.adapter.targets.BlockStat;
import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.CgroupV1;
import io.oasis.adapter.targets.CgroupV2;
import io.oasis.adapter.targets.DeviceFiles;
import io.oasis.adapter.targets.IoCost;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.qmp.QmpTarget;
import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The targets of this host. */
public final class Targets {
  private Targets() {}

  /** The one that an adapter is told to drive, if it can be had here. */
  static Optional<Target> of(TargetSpec spec, Duration lease, QueueNames names, HostRoot host) {
    return switch (spec.kind()) {
      case BrickTarget.KIND ->
          Optional.of(new BrickTarget(List.of(Path.of(spec.address())), lease));
      case QmpTarget.KIND ->
          Optional.of(
              new QmpTarget(
                  List.of(Path.of(spec.address())),
                  place ->
                      names
                          .of(place)
                          .counter()
                          .flatMap(device -> BlockStat.read(host.at("/sys"), device))));
      case SpdkTarget.KIND -> Optional.of(new SpdkTarget(List.of(new SpdkAddress(spec.address()))));
      case IoCost.KIND -> ioCost(host).map(Function.identity());
      case Bfq.KIND -> bfq(host).map(Function.identity());
      default ->
          find(host)
              .filter(
                  target ->
                      spec.kind().equals(TargetSpec.AUTO) || spec.kind().equals(target.kind()));
    };
  }

  /** Those that can be had here, by kind. */
  public static Map<String, Target> all(HostRoot host) {
    Map<String, Target> targets = new HashMap<>();
    // To let go with; it is not asked to look for limits, nor to write any.
    targets.put(BrickTarget.KIND, new BrickTarget(List.of(), Duration.ZERO));
    targets.put(QmpTarget.KIND, new QmpTarget(List.of(), _ -> Optional.empty()));
    targets.put(SpdkTarget.KIND, new SpdkTarget(List.of()));
    targets.put(DeviceFiles.KIND, new DeviceFiles(host.at("/sys")));
    ioCost(host).ifPresent(target -> targets.put(target.kind(), target));
    bfq(host).ifPresent(target -> targets.put(target.kind(), target));
    find(host).ifPresent(target -> targets.put(target.kind(), target));
    return targets;
  }

  /** The one whose hierarchy accounts for block I/O. */
  public static Optional<Target> find(HostRoot host) {
    return CgroupMount.find(host).map(mount -> of(mount, host));
  }

  private static Optional<IoCost> ioCost(HostRoot host) {
    return CgroupMount.find(host)
        .filter(mount -> mount.version() == CgroupVersion.V2)
        .map(mount -> new IoCost(mount.directory(), host.at("/sys")));
  }

  private static Optional<Bfq> bfq(HostRoot host) {
    return CgroupMount.find(host)
        .map(
            mount ->
                mount.version() == CgroupVersion.V1
                    ? Bfq.ofVersion1(mount.directory(), host.at("/sys"))
                    : Bfq.ofVersion2(mount.directory(), host.at("/sys")));
  }

  private static Target of(CgroupMount mount, HostRoot host) {
    Path directory = mount.directory();
    Path sys = host.at("/sys");
    return mount.version() == CgroupVersion.V1
        ? new CgroupV1(directory, sys)
        : new CgroupV2(directory, sys);
  }
}
