package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.hear.Adapters.Beat;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which adapters a domain has room for, and whose findings are shown. */
class AdaptersTest {
  private static final Instant LATER = Said.NOW.plusMillis(4_001);

  private final Adapters adapters = new Adapters();

  @Test
  void aFullDomainTakesOneMoreOnceOthersAreDead() {
    for (int i = 0; i < 2_000; i++) {
      assertThat(beat("h" + i + ":x", "s", Said.NOW)).isEqualTo(Beat.LET_GO);
    }
    assertThat(beat("new:x", "s", Said.NOW.plusMillis(4_000))).as("all alive").isEqualTo(Beat.OLD);
    assertThat(beat("h0:x", "s", LATER)).isEqualTo(Beat.HOLDS);
    assertThat(beat("new:x", "s", LATER)).isEqualTo(Beat.LET_GO);
    assertThat(adapters.all())
        .extracting(adapter -> adapter.status().adapter().value())
        .containsExactly("h0:x", "new:x");
  }

  @Test
  void whereThereIsRoomTheDeadStayKnown() {
    beat("h0:x", "s", Said.NOW);
    beat("h1:x", "s", LATER);
    assertThat(adapters.all()).hasSize(2);
    assertThat(adapters.living(new AdapterId("h0:x"), LATER)).isEmpty();
    assertThat(adapters.living(new AdapterId("h1:x"), LATER)).isPresent();
    assertThat(adapters.living(null, LATER)).isEmpty();
  }

  @Test
  void aHostHasSixtyFourAndTakesNoRoomFromAnother() {
    for (int i = 0; i < 64; i++) {
      assertThat(beat("h:" + i, "s", Said.NOW)).isEqualTo(Beat.LET_GO);
    }
    assertThat(beat("h:64", "s", Said.NOW)).isEqualTo(Beat.OLD);
    assertThat(beat("other:0", "s", Said.NOW)).isEqualTo(Beat.LET_GO);
  }

  @Test
  void findingsAreShownOfThePresentSessionOfTheLiving() {
    adapters.examined(found("h0:x", "s"));
    beat("h0:x", "s", Said.NOW);
    assertThat(adapters.findings(Said.NOW)).as("it was not there then").isEmpty();
    beat("h1:x", "s", LATER);
    List.of("h0:x", "h1:x").forEach(adapter -> adapters.examined(found(adapter, "s")));
    assertThat(adapters.findings(Said.NOW)).hasSize(2);
    assertThat(adapters.findings(LATER)).containsExactly(found("h1:x", "s"));
  }

  @Test
  void findingsEndWithTheSession() {
    beat("h:x", "first", Said.NOW);
    adapters.examined(found("h:x", "first"));
    beat("h:x", "second", LATER);
    assertThat(adapters.hasLeft(new AdapterId("h:x"), new SessionId("first"))).isTrue();
    assertThat(adapters.findings(LATER)).isEmpty();
    adapters.examined(found("h:x", "first"));
    assertThat(adapters.findings(LATER)).as("late word").isEmpty();
    adapters.examined(found("h:x", "second"));
    assertThat(adapters.findings(LATER)).hasSize(1);
  }

  private Beat beat(String adapter, String session, Instant at) {
    return adapters.beat(Said.status(adapter, session, Version.NONE, at), at, at);
  }

  private static Findings found(String adapter, String session) {
    return new Findings(
        Said.DOMAIN, new AdapterId(adapter), new SessionId(session), Said.NOW, 0, 0, 0, List.of());
  }
}
