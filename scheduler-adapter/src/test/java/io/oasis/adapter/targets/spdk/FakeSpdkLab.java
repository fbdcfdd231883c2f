package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import java.io.IOException;

/** The lab for a living SPDK, on the stand-in, which also counts. */
final class FakeSpdkLab extends SpdkLab {
  private final FakeSpdk fake;

  FakeSpdkLab(FakeSpdk fake) throws IOException {
    super(fake.address());
    this.fake = fake;
  }

  @Override
  public void read(Place place, int blocks) {
    String name = place.object().substring("bdev/".length());
    Counters before = fake.bdevs().counted(name);
    fake.bdevs().count(name, before.plus(new Counters(blocks, 0, blocks * 4_096L, 0)));
  }

  @Override
  public void close() throws Exception {
    super.close();
    fake.close();
  }
}
