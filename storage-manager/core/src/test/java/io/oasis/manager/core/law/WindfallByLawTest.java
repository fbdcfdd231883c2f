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
 * Shows that the law learns costs where it limits again without a question, on an array that counts
 * 1,000 I/Os and 200 large ones a second apart, after both had small ones.
 */
class WindfallByLawTest {
  private static final double LENGTH = 0.25;
  private static final QueueId DEEP = Watched.id("deep");
  private static final QueueId SMALL = Watched.id("small");

  private final CausalLaw law = new CausalLaw();
  private final List<String> notes = new ArrayList<>();
  private Map<QueueId, Double> limits = Map.of();
  private double seconds;

  private void see(double deep, double small, int deepBytes) {
    seconds += LENGTH;
    double held = limits.containsKey(DEEP) ? 8 : 0;
    List<Seen> seen =
        List.of(
            new Seen(DEEP, 1, Kind.of(deepBytes, 1), deep, deep, held),
            new Seen(SMALL, 1, Kind.of(4_096, 1), small, small, 0));
    double all = deep + small;
    double inDevice = held > 0 ? 5 : 12;
    limits = law.step(new Sight(seconds, LENGTH, seen, all, inDevice, inDevice / (all + 1)));
    notes.addAll(law.notes());
  }

  private void run(double forSeconds, double most, double others, int deepBytes) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      double limit = limits.getOrDefault(DEEP, Double.POSITIVE_INFINITY);
      boolean isHeld = limit < 0.97 * most;
      see(isHeld ? limit : most, isHeld ? 1_000 - limit : others, deepBytes);
    }
  }

  @Test
  void whatIsHeldAgainCostsMoreWhereThatLetsMuchMoreBeDone() {
    run(10, 960, 40, 4_096);
    assertThat(limits).containsKey(DEEP);
    for (int i = 0; i < 32; i++) {
      see(0, 0, 4_096);
    }
    run(30, 200, 100, 524_288);
    assertThat(notes).anyMatch(note -> note.endsWith("more is done: what is held costs more"));
    assertThat(limits.get(DEEP)).isBetween(80.0, 195.0);
  }
}
