package io.oasis.manager.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.space.SpaceShare;
import io.oasis.manager.server.TestViews;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.SpaceRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows whose requests for space belong to a domain, and that figures may change. */
class SpacesTest {
  private static final DomainId DOMAIN = new DomainId("disk:a");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Inventory inventory = new Inventory();
  private final DomainRegistry registry = new DomainRegistry();
  private Instant now = NOW;
  private final Spaces spaces = new Spaces(inventory, registry, () -> now, Map.of(DOMAIN, 1_000L));

  private void says(String host, String lun, DomainId domain, long asked) {
    SpaceRequest.Fill fill = new SpaceRequest.Fill(100, 100, 0, Optional.empty());
    SpaceRequest request = new SpaceRequest("/data", "ext4", Optional.of(fill), asked, "full");
    inventory.put(
        new HostInventory(
            new HostId(host),
            NOW,
            List.of(
                new HostInventory.Lun(
                    new LunId(lun),
                    "sda",
                    "wwid",
                    domain,
                    "its own",
                    1,
                    Optional.of(List.of(request))),
                new HostInventory.Lun(new LunId("x"), "sdb", "wwid", domain, "its own", 1)),
            List.of()));
  }

  @Test
  void hostsOfADomainShareWhatItHas() {
    says("h", "a", DOMAIN, 600);
    says("i", "b", DOMAIN, 900);
    says("j", "c", new DomainId("disk:other"), 900);
    assertThat(spaces.answers(DOMAIN))
        .extracting(SpaceGrant::grantedBytes)
        .containsExactly(400L, 600L);
    assertThat(spaces.of(DOMAIN)).hasSize(2);
    assertThat(spaces.answers(new DomainId("disk:other")))
        .singleElement()
        .matches(answer -> answer.reason().equals(SpaceShare.UNKNOWN));
  }

  @Test
  void whoIsSilentOrContentTakesNothingFromTheOthers() {
    says("h", "a", DOMAIN, 600);
    says("i", "b", DOMAIN, 900);
    says("i", "b", DOMAIN, 0);
    assertThat(spaces.answers(DOMAIN)).singleElement().matches(a -> a.grantedBytes() == 600);
    assertThat(spaces.of(DOMAIN)).as("it is shown all the same").hasSize(2);
    now = NOW.plus(Spaces.SILENT);
    assertThat(spaces.answers(DOMAIN)).hasSize(1);
    now = now.plusMillis(1);
    assertThat(spaces.answers(DOMAIN)).isEmpty();
    assertThat(spaces.of(DOMAIN)).isEmpty();
  }

  @Test
  void aMovedLunAsksWhereItWasMovedTo() {
    DomainId other = new DomainId("disk:other");
    registry.publish(TestViews.view(TestViews.rails("disk:other"), 3));
    String lun = registry.find(other).orElseThrow().queues().getFirst().queue().lun().value();
    says("h", lun, DOMAIN, 600);
    registry.publish(
        TestViews.view(
            new GuardRails(
                DOMAIN,
                1,
                NOW,
                Mode.SHADOW,
                "proportional-fair",
                List.of(),
                List.of(new GuardRails.MovedLun(new LunId(lun), other))),
            0));
    assertThat(spaces.answers(DOMAIN)).isEmpty();
    assertThat(spaces.answers(other)).hasSize(1);
  }

  @Test
  void theOperatorsNextFigureHolds() {
    says("h", "a", DOMAIN, 600);
    spaces.take(Map.of(DOMAIN, 100L));
    assertThat(spaces.answers(DOMAIN)).singleElement().matches(a -> a.grantedBytes() == 100);
    spaces.take(Map.of());
    assertThat(spaces.free(DOMAIN)).isEmpty();
  }
}
