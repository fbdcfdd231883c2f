package io.oasis.proving.demo;

import io.oasis.distribution.MissingException;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import io.oasis.proving.rig.LoadApplication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A block device of this kernel, applications in cgroups. */
final class KernelStage implements Stage {
  private static final Duration FIO_START = Duration.ofSeconds(15);

  private final DemoPlan plan;
  private final LabLun lun;
  private final List<LabCgroup> cgroups;

  private KernelStage(DemoPlan plan, LabLun lun, List<LabCgroup> cgroups) {
    this.plan = plan;
    this.lun = lun;
    this.cgroups = cgroups;
  }

  /** Refuses to disturb another demo. */
  static void check(DemoPlan plan) {
    Path cgroup = CgroupTree.find().orElseThrow().root().resolve(plan.cgroup());
    if (Files.exists(cgroup)) {
      throw new MissingException(
          "another demo is running: the cgroup %s exists; wait for its end or give another --cgroup"
              .formatted(cgroup));
    }
  }

  static KernelStage build(DemoPlan plan, Janitor janitor) {
    CgroupTree tree = CgroupTree.find().orElseThrow();
    LabLun lun = LabLun.create(janitor, "lun", plan.sizeMiB(), plan.capacityIops());
    return new KernelStage(
        plan,
        lun,
        plan.applications().stream()
            .map(application -> tree.create(janitor, plan.cgroup(), application.name()))
            .toList());
  }

  @Override
  public String device() {
    return lun.device();
  }

  @Override
  public String lun() {
    return "loop:" + lun.exported();
  }

  @Override
  public Optional<Path> brick() {
    return Optional.empty();
  }

  @Override
  public LoadApplication start(int index) {
    DemoPlan.Application application = plan.applications().get(index);
    FioApplication started =
        FioApplication.start(application.name(), application.load(), cgroups.get(index), lun);
    try {
      started.awaitRunning(FIO_START);
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  @Override
  public boolean isReleased() {
    return cgroups.stream().allMatch(cgroup -> cgroup.limits(lun.majorMinor()).isEmpty());
  }

  /** The janitor takes everything away. */
  @Override
  public void close() {}
}
