package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.TargetContract;
import io.oasis.adapter.targets.contract.TargetLab;
import org.junit.jupiter.api.Tag;

/** Shows that a bdev of a living {@code spdk_tgt} keeps the contract, where there is one. */
@Tag("slow")
class RealSpdkTest extends TargetContract {
  @Override
  protected TargetLab open() throws Exception {
    RealSpdk spdk = RealSpdk.start();
    return new SpdkLab(spdk.address()) {
      @Override
      public void close() throws Exception {
        super.close();
        spdk.close();
      }
    };
  }
}
