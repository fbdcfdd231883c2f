package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.TargetContract;
import io.oasis.adapter.targets.contract.TargetLab;

/**
 * Shows that a throttle node that shares its group is limited alone, and is back in the group when
 * let go.
 */
class SharedNodeTargetTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    return new ExportLab(true);
  }
}
