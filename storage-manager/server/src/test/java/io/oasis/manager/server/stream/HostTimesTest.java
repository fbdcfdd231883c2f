package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Topic;
import io.oasis.protocol.UsageBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that what a host said once is not heard when it is said again. */
class HostTimesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Origin HERE = new Origin(Topic.USAGE, 0, 1);

  private final HostTimes times = new HostTimes();
  private Instant now = Said.AT;

  private Optional<String> says(Origin origin, Instant at) {
    return times.objection(
        origin, new UsageBatch(Said.DOMAIN, Said.LUN, Said.ADAPTER, at, 1_000, List.of()), now);
  }

  private Optional<String> says(Instant at) {
    return says(HERE, at);
  }

  @Test
  void anOldWordIsNotHeardWhileTheHostSpeaks() {
    for (int i = 0; i < 100; i++) {
      now = now.plus(SECOND);
      assertThat(says(now)).isEmpty();
      assertThat(says(now.minus(HostTimes.OLD))).isEmpty();
      assertThat(says(now.minus(HostTimes.OLD).minusMillis(1))).isPresent();
    }
    AdapterStatus beat = Said.beat();
    assertThat(times.objection(HERE, beat, now))
        .hasValueSatisfying(
            why -> assertThat(why).contains("has said this 100 s before its last word"));
  }

  @Test
  void oldWordsDoNotMakeTheHostWait() {
    assertThat(says(now)).isEmpty();
    Instant old = now.minus(Duration.ofHours(1));
    for (int i = 0; i < 100; i++) {
      now = now.plus(SECOND);
      assertThat(says(old.plusSeconds(i))).as("after %d s", i).isPresent();
      assertThat(says(now)).isEmpty();
    }
  }

  @Test
  void aClockThatIsSetBackIsHeardAfterAWhile() {
    assertThat(says(now)).isEmpty();
    Instant before = now;
    Duration back = Duration.ofHours(1);
    while (!now.isAfter(before.plus(HostTimes.ANEW))) {
      assertThat(says(now.minus(back))).isPresent();
      now = now.plus(SECOND);
    }
    assertThat(says(now.minus(back))).isEmpty();
    now = now.plus(SECOND);
    assertThat(says(now.minus(back))).isEmpty();
  }

  @Test
  void aPartitionThatWaitedIsNotMeasuredByAnother() {
    assertThat(says(now)).isEmpty();
    Instant waited = now.minus(Duration.ofMinutes(5));
    assertThat(says(new Origin(Topic.USAGE, 1, 1), waited)).isEmpty();
    assertThat(says(new Origin(Topic.REQUESTS, 0, 1), waited)).isEmpty();
  }
}
