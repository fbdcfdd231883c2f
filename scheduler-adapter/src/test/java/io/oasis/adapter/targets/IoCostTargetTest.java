package io.oasis.adapter.targets;

import io.oasis.adapter.targets.contract.TargetLab;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import org.junit.jupiter.api.Assumptions;

/** Shows that weights keep the contract, on a kernel whose blkio is not bound to cgroup v1. */
public class IoCostTargetTest extends TargetContract {
  /** Skips the test where weights cannot be had. */
  static void need() {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    Assumptions.assumeTrue(
        CgroupMount.find(HostRoot.REAL).orElseThrow().version() == CgroupVersion.V2,
        "blkio is bound to cgroup v1 on this machine");
  }

  @Override
  protected TargetLab open() throws Exception {
    need();
    return new IoCostLab();
  }
}
