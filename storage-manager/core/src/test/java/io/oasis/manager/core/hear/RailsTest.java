package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which guard rail holds for a queue. */
class RailsTest {
  private static final QueueId QUEUE = QueueId.parse("db1:/a.slice/b/c|wwid:1");

  @Test
  void theNarrowerBeatsTheWiderFieldByField() {
    GuardRail wide = rail(Scope.GROUP, "db1:/a.slice/", 2, 100, 1_000);
    GuardRail narrow = rail(Scope.GROUP, "db1:/a.slice/b/", 0, 0, 800);
    GuardRail application = rail(Scope.APPLICATION, "db1:/a.slice/b/c", 3, 0, 0);
    GuardRail other = rail(Scope.GROUP, "db2:", 9, 9, 9);
    assertThat(of(other)).isEqualTo(Rails.NONE);
    assertThat(of(wide, other).weight()).isEqualTo(2);
    Rails all = of(wide, narrow, application, other);
    assertThat(all.weight()).isEqualTo(3);
    assertThat(all.limit()).contains(new Rails.Shared(RateBound.ofIops(800), narrow));
    assertThat(all.reserve()).as("of groups only the narrowest holds").isEmpty();
  }

  @Test
  void aQueuesOwnRailBeatsItsApplications() {
    GuardRail application = rail(Scope.APPLICATION, "db1:/a.slice/b/c", 3, 50, 500);
    GuardRail own = rail(Scope.QUEUE, QUEUE.toString(), 0, 0, 400);
    Rails both = of(application, own);
    assertThat(both.weight()).isEqualTo(3);
    assertThat(both.reserve()).contains(new Rails.Shared(RateBound.ofIops(50), application));
    assertThat(both.limit()).contains(new Rails.Shared(RateBound.ofIops(400), own));
  }

  @Test
  void aLunIsWhereItWasMovedTo() {
    DomainId other = new DomainId("disk:other");
    GuardRails moved =
        new GuardRails(
            new DomainId("disk:wwid:1"),
            1,
            Instant.EPOCH,
            Mode.SHADOW,
            "proportional-fair",
            List.of(),
            List.of(new GuardRails.MovedLun(QUEUE.lun(), other)));
    assertThat(Rails.movedTo(moved, QUEUE.lun())).contains(other);
    assertThat(Rails.movedTo(moved, new LunId("wwid:2"))).isEmpty();
  }

  private static Rails of(GuardRail... rails) {
    return Rails.of(
        new GuardRails(
            new DomainId("disk:wwid:1"),
            1,
            Instant.EPOCH,
            Mode.SHADOW,
            "proportional-fair",
            List.of(rails),
            List.of()),
        QUEUE);
  }

  /** Zeroes are left out. */
  private static GuardRail rail(
      Scope scope, String name, double weight, double reserve, double limit) {
    return new GuardRail(
        scope,
        name,
        Optional.of(weight).filter(given -> given > 0),
        Optional.of(reserve).filter(given -> given > 0).map(RateBound::ofIops),
        Optional.of(limit).filter(given -> given > 0).map(RateBound::ofIops),
        false);
  }
}
