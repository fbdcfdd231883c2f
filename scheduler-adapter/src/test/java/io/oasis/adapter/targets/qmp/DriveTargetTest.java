package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.TargetContract;
import io.oasis.adapter.targets.contract.TargetLab;

/** Shows that a drive of a guest keeps the contract. */
class DriveTargetTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    return new DriveLab();
  }
}
