package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shows when the law asks, and when it lets go of what it holds. */
class CausalLawTest {
  private static final double LENGTH = 0.25;
  private static final double CAPACITY = 1_000;
  private static final QueueId DEEP = Watched.id("deep");
  private static final QueueId SHALLOW = Watched.id("shallow");

  private final CausalLaw law = new CausalLaw();
  private final Map<QueueId, Double> depths = new LinkedHashMap<>();
  private Map<QueueId, Double> limits = Map.of();
  private double seconds;

  /**
   * A device of one server: each has a part of what it does in proportion to its depth; what limits
   * leave the others take, and what is above a limit waits behind it.
   */
  private Sight sight(double completed) {
    seconds += LENGTH;
    double free = CAPACITY;
    double all = 0;
    for (Map.Entry<QueueId, Double> each : depths.entrySet()) {
      double limit = limits.getOrDefault(each.getKey(), Double.POSITIVE_INFINITY);
      free -= Double.isFinite(limit) ? limit : 0;
      all += Double.isFinite(limit) ? 0 : each.getValue();
    }
    double share = free / Math.max(1, all);
    double inDevice = all + (limits.isEmpty() ? 0 : 1);
    List<Seen> seen =
        depths.entrySet().stream()
            .map(
                each -> {
                  double limit = limits.getOrDefault(each.getKey(), Double.POSITIVE_INFINITY);
                  boolean isHeld = Double.isFinite(limit);
                  double rate = isHeld ? limit : share * each.getValue();
                  double held = isHeld ? each.getValue() : 0;
                  return new Seen(
                      each.getKey(),
                      1,
                      Kind.of(4_096, 1),
                      rate,
                      rate,
                      each.getValue() > 0 ? held : 0);
                })
            .toList();
    return new Sight(seconds, LENGTH, seen, completed, inDevice, inDevice / CAPACITY);
  }

  private void run(double forSeconds) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      limits = law.step(sight(depths.isEmpty() ? 0 : CAPACITY));
    }
  }

  private void limited() {
    depths.put(DEEP, 16.0);
    depths.put(SHALLOW, 2.0);
    for (int i = 0; i < 240 && !limits.containsKey(DEEP); i++) {
      run(LENGTH);
    }
    assertThat(limits).containsOnlyKeys(DEEP);
  }

  @Test
  void nobodyIsAskedBeforeAllMayHaveSpokenAndSomebodyIsSoonAfterwards() {
    depths.put(DEEP, 16.0);
    depths.put(SHALLOW, 2.0);
    run(CausalLaw.LISTENING_SECONDS - LENGTH);
    assertThat(limits).isEmpty();
    assertThat(law.isShort()).as("I/Os stand in the device").isTrue();
    assertThat(law.isAtWork()).isTrue();
    run(8);
    assertThat(law.notes()).anyMatch(note -> note.contains("deep"));
    assertThat(law.notes()).as("said once").isEmpty();
  }

  @Test
  void whoIsAloneIsNeitherAskedNorLimited() {
    depths.put(DEEP, 16.0);
    run(30);
    assertThat(limits).isEmpty();
    assertThat(law.isShort()).isFalse();
    assertThat(law.isAtWork()).isFalse();
    assertThat(law.notes()).isEmpty();
  }

  @Test
  void whereNobodyStandsInTheDeviceNobodyIsAsked() {
    depths.put(DEEP, 0.9);
    depths.put(SHALLOW, 0.1);
    run(30);
    assertThat(limits).isEmpty();
    assertThat(law.isShort()).isFalse();
    assertThat(law.isAtWork()).isFalse();
  }

  @Test
  void whenNobodyElseIsThereAllLimitsGo() {
    limited();
    assertThat(law.isShort()).isTrue();
    depths.put(SHALLOW, 0.0);
    run(1.5);
    assertThat(limits).isEmpty();
    assertThat(law.notes()).anyMatch(note -> note.contains("all limits off"));
  }

  @Test
  void aLimitThatIsGoneIsNotHeldAndTheOthersAre() {
    limited();
    law.released(SHALLOW);
    assertThat(law.portions()).containsOnlyKeys(DEEP, SHALLOW);
    limits = law.step(sight(CAPACITY));
    assertThat(limits).containsKey(DEEP);
    law.released(DEEP);
    law.watch(sight(CAPACITY));
    assertThat(law.isShort()).as("they stand in the device").isTrue();
  }

  /** What is seen of a device that has stopped for a moment says nothing of anybody. */
  @Test
  void whileADeviceStallsEverythingStays() {
    limited();
    Map<QueueId, Double> before = limits;
    limits = law.step(sight(1));
    assertThat(limits).isEqualTo(before);
    assertThat(law.isShort()).isTrue();
  }

  @Test
  void whoOnlyWatchesAsksNobodyAndForeseesWhomItWouldLimit() {
    depths.put(DEEP, 16.0);
    depths.put(SHALLOW, 2.0);
    for (int i = 0; i < 40; i++) {
      law.watch(sight(CAPACITY));
    }
    assertThat(law.foreseen()).containsOnlyKeys(DEEP);
    assertThat(law.notes()).isEmpty();
    assertThat(law.earned()).isEmpty();
  }

  /** Once something was asked, limits that a former controller left are no news. */
  @Test
  void whatWasFoundInForceIsHeldFromTheBeginningOnly() {
    law.goOnFrom(DEEP, 500);
    depths.put(DEEP, 16.0);
    depths.put(SHALLOW, 2.0);
    run(LENGTH);
    assertThat(limits).containsExactly(Map.entry(DEEP, 500.0));
  }
}
