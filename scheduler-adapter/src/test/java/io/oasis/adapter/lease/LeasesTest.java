package io.oasis.adapter.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.DomainId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Shows when what a domain was given is over. */
class LeasesTest {
  private static final DomainId ONE = new DomainId("one");
  private static final DomainId OTHER = new DomainId("other");

  private final Leases leases = new Leases(Duration.ofSeconds(15));

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void aLeaseIsAsLongAsAskedAndNoLongerThanThisAdapterAllows() {
    leases.extend(ONE, 5_000, seconds(100));
    leases.extend(OTHER, 60_000, seconds(100));
    assertThat(leases.firstDeadline()).contains(seconds(105));
    assertThat(leases.lastDeadline()).isEqualTo(seconds(115));

    leases.extend(OTHER, 1_000, seconds(101));
    assertThat(leases.lastDeadline()).as("a shorter one asked for later").isEqualTo(seconds(105));
  }

  @Test
  void whatIsOverIsSaidOnce() {
    leases.extend(ONE, 5_000, seconds(100));
    leases.extend(OTHER, 9_000, seconds(100));
    assertThat(leases.expire(seconds(104))).isEmpty();
    assertThat(leases.expire(seconds(105))).containsExactly(ONE);
    assertThat(leases.expire(seconds(106))).isEmpty();
    assertThat(leases.firstDeadline()).contains(seconds(109));
  }

  @Test
  void whereAllIsForgottenNothingEnds() {
    leases.extend(ONE, 5_000, seconds(100));
    leases.clear();
    assertThat(leases.expire(seconds(200))).isEmpty();
    assertThat(leases.firstDeadline()).isEmpty();
    assertThat(leases.lastDeadline()).isEqualTo(Duration.ZERO);
  }
}
