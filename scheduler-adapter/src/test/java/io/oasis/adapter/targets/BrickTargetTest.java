package io.oasis.adapter.targets;

import io.oasis.adapter.targets.contract.TargetLab;

/** Shows that a brick, a process of its own, keeps the contract that the kernel's targets keep. */
class BrickTargetTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    return new BrickLab();
  }
}
