package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.TargetContract;
import io.oasis.adapter.targets.contract.TargetLab;

/** Shows that a bdev keeps the contract over TCP. */
class SpdkOverTcpContractTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    return new FakeSpdkLab(new FakeSpdk(true));
  }
}
