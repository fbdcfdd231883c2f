package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import org.junit.jupiter.api.Test;

/** Who sends I/Os of quite another size does another work, and what was known of it is not. */
class OtherWorkTest {
  private final OtherWork work = new OtherWork();

  private boolean isSeen(int before, int now, double seconds) {
    return work.isSeen(new Kind(before, 1), seen(now, 100), seconds);
  }

  private static Seen seen(int sizeClass, double passed) {
    return new Seen(
        Watched.id("a"), 1, new Kind(sizeClass, 1), passed, passed, 0, false, Rule.NONE);
  }

  @Test
  void eightTimesTheSizeIsAnotherWork() {
    assertThat(isSeen(12, 12, 1)).isFalse();
    assertThat(isSeen(12, 14, 2)).isFalse();
    assertThat(isSeen(12, 15, 3)).isTrue();
    assertThat(isSeen(15, 12, 20)).isTrue();
  }

  @Test
  void whoGoesToAndFroDoesOneWorkOfSeveralSizes() {
    assertThat(isSeen(12, 19, 1)).isTrue();
    for (int second = 2; second < 100; second++) {
      assertThat(isSeen(second % 2 == 0 ? 19 : 12, second % 2 == 0 ? 12 : 19, second)).isFalse();
    }
  }

  @Test
  void whoSendsNothingDoesNoOtherWork() {
    assertThat(work.isSeen(new Kind(19, 1), seen(0, 0), 1)).isFalse();
  }

  @Test
  void whoWasContentWithItsFormerWorkIsUnknown() {
    Taker taker = new Taker(Watched.id("a"));
    taker.see(seen(12, 100), 1, 0.25);
    taker.wish.foundContent(100, 1);
    taker.see(seen(12, 100), 1.25, 0.25);
    assertThat(taker.isContent()).isTrue();
    taker.see(seen(19, 100), 1.5, 0.25);
    assertThat(taker.isContent()).isFalse();
    assertThat(taker.isChanged).isTrue();
  }
}
