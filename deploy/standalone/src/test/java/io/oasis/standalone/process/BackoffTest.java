package io.oasis.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pauses between starts grow to a bound, and a service that lived long starts afresh. */
class BackoffTest {
  @Test
  void pausesDoubleUpToHalfAMinuteAndEndAfterTen() {
    List<Long> seconds = new ArrayList<>();
    Backoff backoff = Backoff.NONE.next(Duration.ZERO);
    while (!backoff.givesUp()) {
      seconds.add(backoff.delay().toSeconds());
      backoff = backoff.next(Duration.ofSeconds(5));
    }
    assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L, 30L, 30L);
  }

  @Test
  void aMinuteOfLifeStartsANewRow() {
    assertThat(new Backoff(9).next(Duration.ofMinutes(1)).delay()).isEqualTo(Duration.ofSeconds(1));
  }
}
