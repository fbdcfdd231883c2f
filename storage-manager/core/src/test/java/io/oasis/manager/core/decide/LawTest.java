package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.policy.ProportionalFair;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Mode;
import org.junit.jupiter.api.Test;

/** Shows what holds of a law that does not say otherwise, as with one that only shares out. */
class LawTest {
  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, ProportionalFair.NAME);

  /** One that never tries anything for a moment, and lifts itself what is of no use. */
  private final Law asking = new Asking(told.domain, CapacityMemory.NONE);

  private final Law sharing = new Decider(told.domain, CapacityMemory.NONE);

  @Test
  void nothingIsTriedAndNoLimitIsLetGo() {
    assertThat(asking.isProbing()).isFalse();
    assertThat(asking.judge()).isEqualTo(new Advice.GoOn());
  }

  @Test
  void nobodyIsMeasuredMoreOftenAndNoGainIsTold() {
    Share share = sharing.join(told.does(told.queue("a"), Quality.CENSORED, 100));
    sharing.startFrom(share, 50);
    assertThat(sharing.isAtWork()).isFalse();
    assertThat(sharing.earned(share)).isEmpty();
  }
}
