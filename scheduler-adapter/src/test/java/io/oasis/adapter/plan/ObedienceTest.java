package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Order;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what is said of managers that are not obeyed, and for how long. */
class ObedienceTest {
  private static final DomainId DOMAIN = new DomainId("d");

  private final Obedience obedience = new Obedience();

  private static Order by(String manager) {
    return new LeaseRenewal(
        DOMAIN,
        new Version(1, 1),
        new AdapterId("h:a"),
        new SessionId("s"),
        Instant.EPOCH,
        1_000,
        Optional.of(new Authority(Mode.ENFORCE, Optional.of(manager))));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void itIsNotedOnceAndShownAMinuteLong() {
    obedience.heed(by("first"));
    assertThat(obedience.other(by("second"), seconds(0)))
        .hasValueSatisfying(note -> assertThat(note).contains("second", "first"));
    assertThat(obedience.other(by("second"), seconds(1))).contains("");
    assertThat(obedience.findings("t", seconds(61)).get(DOMAIN))
        .singleElement()
        .satisfies(finding -> assertThat(finding.cause()).endsWith("refused 2 times"));
    assertThat(obedience.findings("t", seconds(62))).isEmpty();
  }

  @Test
  void madeUpManagersDoNotTakeTheMemory() {
    obedience.heed(by("first"));
    for (int i = 0; i < 1_001; i++) {
      obedience.other(by("m" + i), seconds(0));
    }
    obedience.other(by("m0"), seconds(59));
    assertThat(obedience.findings("t", seconds(60)).get(DOMAIN)).hasSize(1_000);
    assertThat(obedience.findings("t", seconds(61)).get(DOMAIN))
        .as("who is known is still counted")
        .singleElement()
        .satisfies(finding -> assertThat(finding.cause()).endsWith("refused 2 times"));
  }

  @Test
  void whenTheLeaseIsOverAnyoneIsHeard() {
    obedience.heed(by("first"));
    obedience.free(DOMAIN);
    assertThat(obedience.other(by("second"), seconds(0))).isEmpty();
    obedience.heed(by("second"));
    obedience.freeAll();
    assertThat(obedience.other(by("first"), seconds(0))).isEmpty();
  }
}
