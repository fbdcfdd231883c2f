package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Shows what is learned where limits that are set again let much more be done: 200 large reads and
 * 100 small ones, and 150 and 850, on an array that counts I/Os and bytes apart.
 */
class WindfallTest {
  private static final double LENGTH = 0.25;
  private static final QueueId LARGE = Watched.id("large");
  private static final QueueId SMALL = Watched.id("small");

  private final Situation at = new Situation();
  private double seconds;

  private void see(double forSeconds, double large, double small) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH;
      List<Seen> seen =
          List.of(
              new Seen(LARGE, 1, Kind.of(524_288, 1), large, large, 0),
              new Seen(SMALL, 1, Kind.of(4_096, 1), small, small, 0));
      at.see(new Sight(seconds, LENGTH, seen, large + small, 12, 0.04));
    }
  }

  private Taker taker(QueueId queue) {
    return at.takers().stream().filter(it -> it.queue.equals(queue)).findFirst().orElseThrow();
  }

  private boolean isSeen(Windfall windfall, double large, double small) {
    see(2, large, small);
    assertThat(windfall.isSeen()).as("too early").isFalse();
    see(LENGTH, large, small);
    return windfall.isSeen();
  }

  /** 750 small ones for 50 large ones. */
  @Test
  void whatIsHeldCostsMoreWhereMuchMoreIsDoneUnderItsLimit() {
    see(3, 200, 100);
    Windfall windfall = new Windfall(at);
    assertThat(isSeen(windfall, 150, 850)).isTrue();
    assertThat(taker(LARGE).cost / taker(SMALL).cost).isCloseTo(15, within(0.5));
    assertThat(at.room).isEqualTo(at.unlimited).isCloseTo(300, within(1e-6));
  }

  @Test
  void whereAsMuchIsDoneNothingIsLearned() {
    see(3, 200, 100);
    Windfall windfall = new Windfall(at);
    assertThat(isSeen(windfall, 150, 150)).isTrue();
    assertThat(at.costs.areKnown()).isFalse();
  }

  /** Half a second ago it was not there: what was done then says nothing of what limits let do. */
  @Test
  void whereSomebodyHadJustComeNothingIsLearned() {
    see(3, 200, 0);
    see(0.5, 200, 100);
    Windfall windfall = new Windfall(at);
    see(LENGTH, 150, 850);
    assertThat(windfall.isSeen()).isTrue();
    assertThat(at.costs.areKnown()).isFalse();
  }
}
