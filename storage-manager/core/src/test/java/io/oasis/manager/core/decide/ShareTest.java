package io.oasis.manager.core.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.Decision.Bound;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.Mode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what is kept of what one queue has. */
class ShareTest {
  private final ToldDomain told = new ToldDomain(Mode.ENFORCE, "default");
  private final Share share = new Share(told.queue("a"));

  @Test
  void whoIsNotLimitedHasWhatItUses() {
    told.does(share.heard, Quality.OBSERVED, 100);
    assertThat(share.isLimited()).isFalse();
    assertThat(share.holding()).isEqualTo(200);
    share.allocate(150);
    assertThat(share.isLimited()).isTrue();
    assertThat(share.holding()).isEqualTo(150);
    share.free();
    assertThat(share.holding()).isEqualTo(200);
  }

  @Test
  void whatIsLetGoForATrialIsPutBack() {
    share.allocate(150);
    share.setAside();
    share.free();
    share.putBack();
    assertThat(share.allocation()).contains(150.0);
  }

  /** The first decision may find it limited: what it uses is what it is taken to be worth. */
  @Test
  void beforeADecisionItsTargetIsWhatItUses() {
    told.does(share.heard, Quality.OBSERVED, 100);
    assertThat(share.isAimed()).isFalse();
    assertThat(share.target()).isEqualTo(200);
    assertThat(share.bound()).isEqualTo(Bound.RULE);
    share.aim(150, Bound.FAIR_SHARE);
    assertThat(share.isAimed()).isTrue();
    assertThat(share.target()).isEqualTo(150);
    assertThat(share.bound()).isEqualTo(Bound.FAIR_SHARE);
  }

  @Test
  void aSuccessorKnowsWhatItHadAndWhatItsIoIsLike() {
    QueueMemory kept = new QueueMemory(share.heard.id(), Optional.of(150.0), 65_536, 0.25);
    share.remember(kept);
    assertThat(share.heard.meanBytes()).isEqualTo(65_536);
    assertThat(share.heard.readShare()).isCloseTo(0.25, within(1e-9));
    assertThat(share.memory()).isEqualTo(kept);
  }
}
