package io.oasis.manager.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shows that a client is held to its rate, and that strangers cannot hold up who is known. */
class RateLimitTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final RateLimit limit = new RateLimit(now::get);

  @Test
  void aBurstIsAdmittedThenTheRate() {
    assertThat(admitted(RateLimit.BURST + 50, "alice")).isEqualTo(RateLimit.BURST);
    now.set(now.get().plusSeconds(1));
    assertThat(admitted(1_000, "alice")).isEqualTo(RateLimit.RATE);
    assertThat(admitted(10, "bob")).as("others are not touched").isEqualTo(10);
  }

  @Test
  void strangersWaitSoonerAndHoldUpNobody() {
    long answered =
        IntStream.range(0, 1_000).filter(_ -> limit.admitsStranger("127.0.0.1")).count();
    assertThat(answered).isEqualTo(RateLimit.STRANGER_BURST);
    assertThat(admitted(1, "127.0.0.1")).as("a name that is an address").isEqualTo(1);
  }

  @Test
  void aClockThatIsSetBackGivesNothingAway() {
    admitted(RateLimit.BURST, "alice");
    now.set(now.get().minusSeconds(3_600));
    assertThat(admitted(10, "alice")).isZero();
  }

  private long admitted(int calls, String name) {
    return IntStream.range(0, calls).filter(_ -> limit.admits(name)).count();
  }
}
