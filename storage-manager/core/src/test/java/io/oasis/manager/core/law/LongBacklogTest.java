package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Shows that what an open loop has waiting does not come all at once while others are there: on a
 * device that does 1,000 I/Os a second, of which it asks for 800 and a small one takes the rest.
 */
class LongBacklogTest {
  private static final double LENGTH = 0.25;
  private static final double ARRIVING = 800;
  private static final double CONTENT = 50;
  private static final QueueId OPEN = Watched.id("open");
  private static final QueueId SMALL = Watched.id("small");
  private static final QueueId THIRD = Watched.id("third");

  private final CausalLaw law = new CausalLaw();
  private final List<String> notes = new ArrayList<>();
  private Map<QueueId, Double> limits = Map.of();
  private boolean isSmallThere = true;
  private boolean isThirdThere = true;
  private double held;
  private double seconds;

  private void step() {
    seconds += LENGTH;
    boolean isLimited = limits.containsKey(OPEN);
    double third = isThirdThere ? CONTENT : 0;
    double most = limits.getOrDefault(OPEN, 1_000 - third);
    double open = Math.min(Math.min(1_000 - third, ARRIVING + held / LENGTH), most);
    double small = isSmallThere ? 1_000 - third - open : 0;
    held = isLimited ? held + (ARRIVING - open) * LENGTH : 0;
    List<Seen> seen =
        List.of(seen(OPEN, open, ARRIVING, held), seen(SMALL, small), seen(THIRD, third));
    double served = isLimited ? 150 / Math.max(150, small) : 1; // of a fixed depth
    limits = law.step(new Sight(seconds, LENGTH, seen, open + small + third, 17, 0.017 * served));
    notes.addAll(law.notes());
  }

  private static Seen seen(QueueId queue, double passed) {
    return seen(queue, passed, passed, 0);
  }

  private static Seen seen(QueueId queue, double passed, double arrived, double held) {
    return new Seen(queue, 1, Kind.of(4_096, 1), passed, arrived, held);
  }

  private void run(double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      step();
    }
  }

  @Test
  void aShortOneIsLetThroughWhenWhoGainedStops() {
    run(10);
    assertThat(held).isBetween(1_000.0, 4_000.0);
    isSmallThere = false;
    run(0.5);
    assertThat(limits).isEmpty();
    assertThat(notes.getLast()).endsWith("all limits off: somebody stopped");
  }

  @Test
  void behindALongOneTheLimitIsRaisedByWhatNobodyUsesUntilItIsGone() {
    run(60);
    assertThat(held).isGreaterThan(5_000);
    double was = limits.get(OPEN);
    isSmallThere = false;
    run(0.5);
    assertThat(notes).last().asString().contains("limits off but for long backlogs");
    assertThat(limits.get(OPEN)).as("limited to %.0f before", was).isBetween(900.0, 1_000.0);
    run(300);
    assertThat(held).isLessThan(5_000);
    assertThat(limits).isEmpty();
  }

  @Test
  void whoeverIsAloneHasAllOfItsBacklogAtOnce() {
    run(60);
    isSmallThere = false;
    isThirdThere = false;
    run(1.5);
    assertThat(limits).isEmpty();
  }
}
