package io.oasis.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.GrantBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows when an agent measures more often: while a manager wishes so, and no longer. */
class PaceTest {
  private static final DomainId DOMAIN = new DomainId("d:one");
  private static final DomainId OTHER = new DomainId("d:other");
  private static final Duration BASE = Duration.ofSeconds(1);
  private static final long SECOND = 1_000_000_000L;

  private final Pace pace = new Pace();

  @Test
  void aWishHoldsForItsDomainOnly() {
    pace.take(wish(250), 0);
    assertThat(pace.of(DOMAIN, BASE, SECOND)).isEqualTo(Duration.ofMillis(250));
    assertThat(pace.of(OTHER, BASE, SECOND)).isEqualTo(BASE);
    assertThat(pace.shortest(List.of(OTHER), BASE, SECOND)).isEqualTo(BASE);
    assertThat(pace.shortest(List.of(OTHER, DOMAIN), BASE, SECOND))
        .isEqualTo(Duration.ofMillis(250));
  }

  /** Its manager is gone, or its word was lost. */
  @Test
  void aWishThatIsNotRepeatedEnds() {
    pace.take(wish(250), 0);
    assertThat(pace.of(DOMAIN, BASE, 11 * SECOND)).isEqualTo(Duration.ofMillis(250));
    assertThat(pace.of(DOMAIN, BASE, 12 * SECOND)).isEqualTo(BASE);
  }

  /** As a manager of an earlier version says: it knows of no wish. */
  @Test
  void aGrantWithoutWishEndsIt() {
    pace.take(wish(250), 0);
    pace.take(new GrantBatch(DOMAIN, Instant.EPOCH, List.of()), SECOND);
    assertThat(pace.of(DOMAIN, BASE, 2 * SECOND)).isEqualTo(BASE);
  }

  /** An operator who measures more often than the wish keeps doing so. */
  @Test
  void nobodyMeasuresLessOftenForAWish() {
    pace.take(wish(5_000), 0);
    assertThat(pace.of(DOMAIN, BASE, SECOND)).isEqualTo(BASE);
  }

  /** Wishes of domains of other hosts come, too; those that are known are still heard. */
  @Test
  void noMoreThanTenThousandDomainsAreKept() {
    for (int i = 0; i < 9_999; i++) {
      pace.take(wish(new DomainId("d:" + i), 500), 0);
    }
    pace.take(wish(250), 0);
    pace.take(wish(OTHER, 250), 0);
    assertThat(pace.of(DOMAIN, BASE, SECOND)).isEqualTo(Duration.ofMillis(250));
    assertThat(pace.of(OTHER, BASE, SECOND)).isEqualTo(BASE);
    pace.take(wish(100), SECOND);
    assertThat(pace.of(DOMAIN, BASE, SECOND)).isEqualTo(Duration.ofMillis(100));
  }

  private static GrantBatch wish(long millis) {
    return wish(DOMAIN, millis);
  }

  private static GrantBatch wish(DomainId domain, long millis) {
    return new GrantBatch(domain, Instant.EPOCH, List.of(), Optional.of(millis));
  }
}
