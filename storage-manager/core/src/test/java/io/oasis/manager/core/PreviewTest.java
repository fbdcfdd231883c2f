package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.explain.DomainView.QueueView;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What SHADOW shows is what ENFORCE then does: whoever is not named is not limited, and, where all
 * who have less than their share want more, whoever is named is held to the limit that was named,
 * within a fifth. Where somebody turns out to want no more, those named are held to more, or are
 * not.
 */
class PreviewTest {
  private static final double CAPACITY = 1_000;

  /** A limit in force moves by what was had lately, and by the dead band. */
  private static final double WITHIN = 0.2;

  private final ModelDomain model = new ModelDomain(CAPACITY, 1);
  private final List<ModelDomain.App> apps = new ArrayList<>();

  /** Depths of closed loops and a rail for the first of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "32 2",
        "32 8 1",
        "4 32 1 16",
        "64 64",
        "1 1",
        "32",
        "32 2 limit=300",
        "2 32 limit=50",
        "32 8 reserve=700",
        "32 8 1 reserve=500",
        "32 2 weight=3",
        "2 32 weight=3",
        "32 4 4 exclude",
        "32 16 4 exclude",
        "4 32 exclude",
      })
  void whoIsNamedIsHeldToThatAndNobodyElse(String situation) {
    List<GuardRail> rails = begin(situation);
    rails(1, Mode.SHADOW, rails);
    model.run(30);
    heldToThatAndNobodyElse(rails);
  }

  /** So it is with I/O that costs most by its bytes: shown in the unit in which it is then set. */
  @ParameterizedTest
  @ValueSource(strings = {"32 2", "32 8 1", "32 2 limit=300", "2 32 limit=50"})
  void whateverTheSizeOfTheIos(String situation) {
    model.bytes = 1 << 20;
    List<GuardRail> rails = begin(situation);
    rails(1, Mode.SHADOW, rails);
    model.run(30);
    List<Optional<RateBound>> shown = shown();
    heldToThatAndNobodyElse(rails);
    for (int i = 0; i < apps.size(); i++) {
      Optional<RateBound> set = Optional.ofNullable(apps.get(i).setting).flatMap(Setting::limit);
      assertThat(set.map(PreviewTest::isInIos))
          .as("app %d", i)
          .isEqualTo(shown.get(i).map(PreviewTest::isInIos));
    }
  }

  private static boolean isInIos(RateBound bound) {
    return bound.iops().isPresent();
  }

  private void heldToThatAndNobodyElse(List<GuardRail> rails) {
    double[] foreseen = foreseen();
    assertThat(model.settings).isZero();
    rails(2, Mode.ENFORCE, rails);
    double[] least = leastLimits(foreseen);
    for (int i = 0; i < least.length; i++) {
      if (Double.isFinite(foreseen[i])) {
        assertThat(least[i])
            .as("app %d: %.0f foreseen", i, foreseen[i])
            .isBetween(foreseen[i] * (1 - WITHIN), foreseen[i] * (1 + WITHIN));
      }
    }
  }

  /** Of the last half minute of a minute and a half; nobody else is limited in all of it. */
  private double[] leastLimits(double[] foreseen) {
    double[] least = new double[apps.size()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int interval = 0; interval < 90; interval++) {
      model.run(1);
      for (int i = 0; i < least.length; i++) {
        if (Double.isInfinite(foreseen[i])) {
          assertThat(apps.get(i).cap).as("app %d after %d s", i, interval).isInfinite();
        } else if (interval > 60) {
          least[i] = Math.min(least[i], apps.get(i).cap);
        }
      }
    }
    return least;
  }

  /** It divides evenly, whoever wants less. */
  @Test
  void soItIsWithTheEvenPolicy() {
    begin("32 2 2");
    rails(1, Mode.SHADOW, "even", List.of());
    model.run(30);
    double[] foreseen = foreseen();
    assertThat(Arrays.stream(foreseen)).hasSize(3).allMatch(Double::isFinite);
    rails(2, Mode.ENFORCE, "even", List.of());
    assertThat(leastLimits(foreseen)).containsExactly(foreseen, within(CAPACITY * WITHIN));
  }

  /** An answer can only be kinder: the other one comes at a rate, and wants no more. */
  @Test
  void whoTurnsOutToBeContentLeavesMore() {
    apps.add(model.closedLoop("deep", 32));
    apps.add(model.openLoop("modest", 100));
    rails(1, Mode.SHADOW, List.of());
    model.run(30);
    double foreseen = foreseen()[0];
    assertThat(foreseen).isFinite();
    rails(2, Mode.ENFORCE, List.of());
    model.run(60);
    assertThat(apps.getFirst().cap).isGreaterThan(foreseen);
    assertThat(apps.getFirst().got).isGreaterThan(0.85 * CAPACITY);
  }

  /** Each limit names who was measured to gain by it, how much, and when. */
  @Test
  void aLimitNamesWhoGainedByIt() {
    begin("32 2");
    rails(1, Mode.ENFORCE, List.of());
    model.run(60);
    QueueView deep = model.view().queues().getFirst();
    Decision.Earned earned = deep.inForce().earned().orElseThrow();
    assertThat(earned.gains()).hasSize(1);
    assertThat(earned.gains().getFirst().queue()).isEqualTo(apps.get(1).queue);
    assertThat(earned.gains().getFirst().afterIops())
        .isGreaterThan(earned.gains().getFirst().beforeIops());
    assertThat(earned.at()).isBefore(model.now);
    assertThat(deep.reason()).contains("h:/app1 gained ").contains("last measured at ");
    assertThat(model.view().queues().get(1).inForce().earned()).as("it is free").isEmpty();
    assertThat(model.decisions)
        .flatExtracting(Decision::queues)
        .filteredOn(queue -> queue.step().limit().isPresent())
        .anySatisfy(
            queue -> {
              assertThat(queue.why().earned()).isPresent();
              assertThat(queue.why().reason()).contains("h:/app1 gained ");
            });
  }

  private List<GuardRail> begin(String situation) {
    List<GuardRail> rails = new ArrayList<>();
    for (String word : situation.split(" ")) {
      String[] parts = word.split("=");
      switch (parts[0]) {
        case "limit" -> rails.add(rail(Optional.empty(), Optional.of(rate(parts)), false));
        case "reserve" -> rails.add(rail(Optional.of(rate(parts)), Optional.empty(), false));
        case "exclude" -> rails.add(rail(Optional.empty(), Optional.empty(), true));
        case "weight" -> rails.add(weight(Double.parseDouble(parts[1])));
        default -> apps.add(model.closedLoop("app" + apps.size(), Integer.parseInt(word)));
      }
    }
    return rails;
  }

  private static RateBound rate(String... parts) {
    return RateBound.ofIops(Double.parseDouble(parts[1]));
  }

  private List<Optional<RateBound>> shown() {
    return model.view().queues().stream().map(queue -> queue.share().foreseen()).toList();
  }

  /** I/Os per second; infinite for who is not named. */
  private double[] foreseen() {
    return shown().stream()
        .mapToDouble(limit -> limit.map(model::iops).orElse(Double.POSITIVE_INFINITY))
        .toArray();
  }

  private void rails(long revision, Mode mode, List<GuardRail> rails) {
    rails(revision, mode, "proportional-fair", rails);
  }

  private void rails(long revision, Mode mode, String policy, List<GuardRail> rails) {
    model.rails(
        new GuardRails(ModelDomain.DOMAIN, revision, model.now, mode, policy, rails, List.of()));
  }

  private GuardRail rail(
      Optional<RateBound> reserve, Optional<RateBound> limit, boolean isExcluded) {
    return new GuardRail(Scope.APPLICATION, name(), Optional.empty(), reserve, limit, isExcluded);
  }

  private GuardRail weight(double weight) {
    return new GuardRail(
        Scope.APPLICATION, name(), Optional.of(weight), Optional.empty(), Optional.empty(), false);
  }

  private String name() {
    return apps.getFirst().queue.application().value();
  }
}
