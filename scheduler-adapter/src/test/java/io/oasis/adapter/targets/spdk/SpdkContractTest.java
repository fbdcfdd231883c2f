package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.TargetContract;
import io.oasis.adapter.targets.contract.TargetLab;

/**
 * Shows that a bdev keeps the contract, though answers come byte by byte and between answers that
 * nobody waits for.
 */
class SpdkContractTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    FakeSpdk fake = new FakeSpdk(false);
    fake.inPieces(1);
    fake.strayAnswers();
    return new FakeSpdkLab(fake);
  }
}
