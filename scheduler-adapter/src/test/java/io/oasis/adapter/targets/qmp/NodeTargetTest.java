package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.TargetContract;
import io.oasis.adapter.targets.contract.TargetLab;

/** Shows that a throttle node of the storage daemon, alone in its group, keeps the contract. */
class NodeTargetTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    return new ExportLab(false);
  }
}
