package io.oasis.lab.experiment;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bar and what became of it on every seed. */
public record Judged(Bar bar, List<OnSeed> seeds) {
  /**
   * What became of it on one.
   *
   * @param limit the number that the bar comes to on this seed
   * @param measured null when nothing was
   * @param reached what the excuse's reference came to; null without one
   */
  public record OnSeed(
      long seed,
      double limit,
      @Nullable Double measured,
      @Nullable Double reached,
      Outcome outcome) {}

  public Judged {
    seeds = List.copyOf(seeds);
  }

  /** The outcome on one seed, from that seed's runs alone. */
  static OnSeed judge(
      Bar bar, long seed, double limit, @Nullable Double measured, @Nullable Double reached) {
    Outcome outcome = Outcome.MISSED;
    if (measured != null && bar.holds(measured, limit)) {
      outcome = Outcome.HELD;
    } else if (measured != null
        && reached != null
        && !bar.holds(reached, limit)
        && bar.isNear(measured, reached)) {
      outcome = Outcome.EXCUSED;
    }
    return new OnSeed(seed, limit, measured, reached, outcome);
  }

  /** The worst over the seeds. */
  public Outcome outcome() {
    return worst().outcome();
  }

  /** The seed that decides: of those with the worst outcome the one that is farthest off. */
  public OnSeed worst() {
    return seeds.stream()
        .min(
            Comparator.comparing(OnSeed::outcome)
                .thenComparing(Comparator.comparingDouble(this::shortfall).reversed()))
        .orElseThrow();
  }

  private double shortfall(OnSeed on) {
    return on.measured == null ? Double.POSITIVE_INFINITY : bar.shortfall(on.measured, on.limit);
  }

  public long count(Outcome outcome) {
    return seeds.stream().filter(on -> on.outcome == outcome).count();
  }

  /** Whether it says that the policy does what is asked of it. */
  boolean speaksFor(List<String> references) {
    return bar.about() != Bar.About.INVARIANT
        && references.stream().noneMatch(name -> bar.metric().startsWith(name + "."));
  }
}
