package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shows that what is created anew under an old name is another place. */
class InventoryTest {
  private static final DeviceRef DISK = new DeviceRef(7, 1, 3);

  @Test
  void aPlaceIsHereIfBothItsGroupAndItsDeviceAre() {
    Inventory inventory =
        new Inventory(
            Map.of(new ApplicationId("a"), new Inventory.Group("/cg/a", 11)),
            Map.of(new LunId("x"), new Inventory.Lun(DISK, new DomainId("d"))));
    assertThat(inventory.has(new Place("/cg/a", 11, DISK))).isTrue();
    assertThat(inventory.has(new Place("/cg/a", 12, DISK))).isFalse();
    assertThat(inventory.has(new Place("/cg/a", 11, new DeviceRef(7, 1, 4)))).isFalse();
  }
}
