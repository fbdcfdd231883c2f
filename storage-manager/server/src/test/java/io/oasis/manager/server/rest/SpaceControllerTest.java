package io.oasis.manager.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.server.TestViews;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.manager.server.view.Inventory;
import io.oasis.manager.server.view.Spaces;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what is said of the space of a domain. */
class SpaceControllerTest {
  private static final DomainId DOMAIN = new DomainId("disk:a");
  private static final int MIB = 1 << 20;

  private final Inventory inventory = new Inventory();
  private final DomainRegistry registry = new DomainRegistry();
  private final Spaces spaces = new Spaces(inventory, registry, () -> Instant.EPOCH, Map.of());

  private SpaceController.Space shown() {
    SpaceRequest.Fill fill = new SpaceRequest.Fill(100L * MIB, 100L * MIB, 0, Optional.of(5e6));
    List<SpaceRequest> said =
        List.of(
            new SpaceRequest("/data", "ext4", Optional.of(fill), 10L * MIB, "100.0 % full"),
            new SpaceRequest("/old", "fuseblk", Optional.empty(), 0, "it is away"));
    inventory.put(
        new HostInventory(
            new HostId("db1"),
            Instant.EPOCH,
            List.of(
                new HostInventory.Lun(
                    new LunId("l"), "sda", "wwid", DOMAIN, "its own", 1, Optional.of(said))),
            List.of()));
    registry.publish(TestViews.view(TestViews.rails("disk:a"), 1));
    return new SpaceController(registry, spaces).space("disk~3Aa");
  }

  @Test
  void withoutAFigureItIsSaidThatNothingIsKnown() {
    SpaceController.Space space = shown();
    assertThat(space.givableBytes()).isEmpty();
    SpaceController.Place asking = space.fileSystems().getFirst();
    assertThat(asking.grantedBytes()).isZero();
    assertThat(asking.words().getFirst()).isEqualTo("/data on db1 (ext4): 100.0 % full.");
    assertThat(asking.words().getLast())
        .startsWith("It asks for 10 MiB and may have 0 MiB: nothing is known of free space here");
    SpaceController.Place unread = space.fileSystems().getLast();
    assertThat(unread.fill()).isEmpty();
    assertThat(unread.words()).containsExactly("/old on db1 (fuseblk): it is away.");
  }

  @Test
  void withOneWhatIsGranted() {
    spaces.take(Map.of(DOMAIN, 6L * MIB));
    SpaceController.Space space = shown();
    assertThat(space.givableBytes()).contains(6L * MIB);
    assertThat(space.fileSystems().getFirst().grantedBytes()).isEqualTo(6L * MIB);
    assertThat(space.fileSystems().getFirst().words().getLast())
        .startsWith("It asks for 10 MiB and may have 6 MiB: a part: 6 MiB may be given, 10 MiB");
  }
}
