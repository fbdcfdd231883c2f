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
 * Shows what is done for who is kept out by a device's own order: small writes beside a scan that
 * reads 1,800 blocks a second alone. While it reads more than 1,600 the elevator stays with it, and
 * of 160 writes that come a second 40 are done; below that, all of them.
 */
class KeptOutTest {
  private static final double LENGTH = 0.25;
  private static final QueueId SCAN = Watched.id("scan");
  private static final QueueId WRITES = Watched.id("writes");
  private static final double ALONE = 1_800;
  private static final double STAYS = 1_600;
  private static final double KEPT_OUT = 40;

  private final CausalLaw law = new CausalLaw();
  private final List<String> notes = new ArrayList<>();
  private Map<QueueId, Double> limits = Map.of();
  private double wanted = 160;
  private double seconds;
  private double scan;
  private double writes;

  private void run(double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH;
      scan = Math.min(ALONE, limits.getOrDefault(SCAN, ALONE));
      writes = scan > STAYS ? Math.min(wanted, KEPT_OUT) : wanted;
      double held = limits.containsKey(SCAN) ? 4 : 0;
      List<Seen> seen =
          List.of(
              new Seen(SCAN, 1, Kind.of(131_072, 1), scan, scan, held),
              new Seen(WRITES, 1, Kind.of(8_192, 0), writes, writes, 0));
      double all = scan + writes;
      double inDevice = scan > STAYS ? 12 : 4;
      limits = law.step(new Sight(seconds, LENGTH, seen, all, inDevice, inDevice / all));
      notes.addAll(law.notes());
    }
  }

  @Test
  void itIsServedAtOnceAndForGood() {
    run(20);
    int served = 0;
    double scanned = 0;
    for (int i = 0; i < 400; i++) {
      run(LENGTH);
      served += writes == wanted ? 1 : 0;
      scanned += scan / 400;
    }
    assertThat(served).as("of 400 intervals").isGreaterThan(360);
    assertThat(scanned).as("what the writes leave").isBetween(0.65 * ALONE, STAYS);
  }

  /** It was kept out once; that it wants less now is no reason to limit anybody. */
  @Test
  void whoWantsLessNeedsNobodyToBeHeld() {
    run(30);
    wanted = 20;
    run(120);
    double scanned = 0;
    for (int i = 0; i < 240; i++) {
      run(LENGTH);
      scanned += scan / 240;
    }
    assertThat(scanned).isGreaterThan(0.95 * ALONE);
  }
}
