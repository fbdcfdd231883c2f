package io.oasis.adapter.targets;

import io.oasis.adapter.targets.contract.TargetLab;
import org.junit.jupiter.api.Assumptions;

/**
 * Shows that the target of this machine's kernel keeps the contract: cgroup v1 where blkio is bound
 * to it, otherwise cgroup v2. {@code CgroupV2InVmTest} runs it on a kernel with cgroup v2.
 */
public class KernelTargetTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    return new KernelLab();
  }
}
