package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Shows what is done for who is kept out by a device's own order: 160 small writes a second beside
 * a scan that reads 1,800 blocks a second alone. While it reads more than 1,600 the elevator stays
 * with it, and 40 writes a second go to the disk, below that 400. What comes meanwhile is kept in a
 * cache of 2,000, which is full at first.
 */
class KeptOutTest {
  private static final double LENGTH = 0.25;
  private static final QueueId SCAN = Watched.id("scan");
  private static final QueueId WRITES = Watched.id("writes");
  private static final double ALONE = 1_800;
  private static final double STAYS = 1_600;
  private static final double KEPT_OUT = 40;
  private static final double SERVED = 400;
  private static final double CACHE = 2_000;

  private final CausalLaw law = new CausalLaw();
  private Map<QueueId, Double> limits = Map.of();
  private double wanted = 160;
  private double seconds;
  private double scan;
  private double writes;
  private double cached = CACHE;

  private void run(double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH;
      scan = Math.min(ALONE, limits.getOrDefault(SCAN, ALONE));
      double toDisk = scan > STAYS ? KEPT_OUT : SERVED;
      writes = cached >= CACHE ? Math.min(wanted, toDisk) : wanted;
      cached = Math.clamp(cached + (writes - toDisk) * LENGTH, 0, CACHE);
      double held = limits.containsKey(SCAN) ? 4 : 0;
      List<Seen> seen =
          List.of(
              new Seen(SCAN, 1, Kind.of(131_072, 1), scan, scan, held),
              new Seen(WRITES, 1, Kind.of(8_192, 0), writes, writes, 0));
      double all = scan + writes;
      double inDevice = cached > CACHE / 2 ? 12 : 0.7;
      limits = law.step(new Sight(seconds, LENGTH, seen, all, inDevice, inDevice / all));
    }
  }

  @Test
  void itIsServedForGood() {
    run(20);
    int served = 0;
    double scanned = 0;
    for (int i = 0; i < 400; i++) {
      run(LENGTH);
      served += writes == wanted ? 1 : 0;
      scanned += scan / 400;
    }
    assertThat(served).as("of 400 intervals").isGreaterThan(380);
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
