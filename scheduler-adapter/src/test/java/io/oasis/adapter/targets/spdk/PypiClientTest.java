package io.oasis.adapter.targets.spdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Throttle;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Shows that the target and SPDK's own client, on the stand-in, read what the other one set. */
class PypiClientTest {
  @Test
  void eachReadsWhatTheOtherSet() throws Exception {
    try {
      Shell.run("spdk-rpc", "--help");
    } catch (IOException e) {
      Assumptions.abort("needs spdk-rpc: pip install spdk");
    }
    try (FakeSpdk fake = new FakeSpdk(false);
        SpdkTarget target = new SpdkTarget(List.of(fake.address()))) {
      String socket = fake.address().text();
      Shell.run("spdk-rpc", "-s", socket, "bdev_malloc_create", "-b", "b", "64", "512");
      Place place = target.place(fake.address(), "b");
      Shell.run("spdk-rpc", "-s", socket, "bdev_set_qos_limit", "b", "--rw-ios-per-sec", "1500");
      assertThat(target.read(place)).isEqualTo(Throttle.ofBoth(2_000, 0));

      target.apply(place, Throttle.ofBoth(2_000, 0), Throttle.ofBoth(7_000, 3 << 20));
      assertThat(Shell.run("spdk-rpc", "-s", socket, "bdev_get_bdevs", "-b", "b"))
          .contains("\"rw_ios_per_sec\": 7000", "\"rw_mbytes_per_sec\": 3");
    }
  }
}
