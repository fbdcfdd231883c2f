package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Shows when a bar is held, missed or excused, and what of that makes an experiment hold. */
class VerdictTest {
  private static final String POLICY = "policy";
  private static final String TOLD = "told";

  /** What the policy and the reference that is told everything measure, by seed. */
  private record Given(List<Bar> bars, Map<String, double[]> speeds) implements Experiment {
    @Override
    public Outline outline() {
      return Outline.of("given", "this test", "Numbers.").beside(TOLD);
    }

    @Override
    public RunResult run(String control, long seed) {
      Map<String, Double> metrics =
          Map.of("speed", speeds.get(control)[(int) seed - 1], "auditFaults", 0.0);
      return new RunResult(new TreeMap<>(metrics), List.of(), List.of(), List.of(), "");
    }

    @Override
    public List<Bar> bars(String policy) {
      return bars;
    }
  }

  private static Verdict verdict(List<Bar> bars, double[] policy, double[] told) {
    List<Long> seeds = policy.length == 1 ? List.of(1L) : List.of(1L, 2L);
    Experiment given = new Given(bars, Map.of(POLICY, policy, TOLD, told));
    return Runs.of(given, List.of(POLICY), seeds, text -> {}).getFirst();
  }

  private static Judged bar(Bar bar, double[] policy, double[] told) {
    return verdict(List.of(bar), policy, told).bars().getFirst();
  }

  private static double[] of(double... values) {
    return values;
  }

  private static final Bar EXCUSABLE =
      Bar.atLeast("speed", 10).unlessMissedBy(TOLD, "nobody is that fast");

  @Test
  void aBarIsWorthWhatItIsOnItsWorstSeed() {
    Judged judged = bar(Bar.atLeast("speed", 10), of(11, 9), of(12, 12));
    assertThat(judged.outcome()).isEqualTo(Outcome.MISSED);
    assertThat(judged.worst().seed()).isEqualTo(2);
    assertThat(judged.count(Outcome.HELD)).isEqualTo(1);
  }

  @Test
  void aBarIsExcusedWhereItsReferenceMissesItTooAndIsHardlyBetter() {
    assertThat(bar(EXCUSABLE, of(8.2), of(9)).outcome()).isEqualTo(Outcome.EXCUSED);
    assertThat(bar(EXCUSABLE, of(8.0), of(9)).outcome()).isEqualTo(Outcome.MISSED);
    Bar most = Bar.atMost("speed", 10).unlessMissedBy(TOLD, "nobody is that slow");
    assertThat(bar(most, of(21.9), of(20)).outcome()).isEqualTo(Outcome.EXCUSED);
    assertThat(bar(most, of(22.1), of(20)).outcome()).isEqualTo(Outcome.MISSED);
  }

  @Test
  void aSeedIsNotExcusedByWhatTheReferenceMissesOnAnother() {
    Judged judged = bar(EXCUSABLE, of(9.5, 9.5), of(9, 11));
    assertThat(judged.seeds())
        .extracting(Judged.OnSeed::outcome)
        .containsExactly(Outcome.EXCUSED, Outcome.MISSED);
    assertThat(judged.outcome()).isEqualTo(Outcome.MISSED);
  }

  @Test
  void aSeedIsComparedWithItsOwnReferenceNotWithTheBestOne() {
    Bar level = Bar.atLeast("speed", 1, "told.speed");
    assertThat(bar(level, of(5, 10), of(5, 10)).outcome()).isEqualTo(Outcome.HELD);
    Judged behind = bar(level, of(5, 9), of(5, 10));
    assertThat(behind.outcome()).isEqualTo(Outcome.MISSED);
    assertThat(behind.worst().limit()).isEqualTo(10);
  }

  @Test
  void whatWasNotMeasuredIsMissed() {
    assertThat(bar(Bar.atMost("weight", 1), of(1), of(1)).outcome()).isEqualTo(Outcome.MISSED);
    assertThat(bar(Bar.atMost("speed", 1, "told.weight"), of(1), of(1)).outcome())
        .isEqualTo(Outcome.MISSED);
  }

  @Test
  void anExperimentHoldsWhenNoBarIsMissedAndOneForThePolicyIsHeld() {
    Bar easy = Bar.atLeast("speed", 1);
    assertThat(verdict(List.of(easy), of(9), of(9)).outcome()).isEqualTo(Outcome.HELD);
    Verdict excused = verdict(List.of(easy, EXCUSABLE), of(9), of(9));
    assertThat(excused.outcome()).isEqualTo(Outcome.EXCUSED);
    assertThat(excused.held()).isTrue();
    Verdict missed = verdict(List.of(easy, Bar.atLeast("speed", 10)), of(9), of(9));
    assertThat(missed.outcome()).isEqualTo(Outcome.MISSED);
    assertThat(missed.held()).isFalse();
  }

  @Test
  void invariantsReferencesAndExcusesShowNothingForAPolicy() {
    List<Bar> bars = List.of(Bar.noFaults("auditFaults"), Bar.atLeast("told.speed", 1), EXCUSABLE);
    Verdict verdict = verdict(bars, of(9), of(9));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOTHING_SHOWN);
    assertThat(verdict.held()).isFalse();
  }

  @Test
  void aPromiseHasNoExcuseAndAnExcuseHasAReason() {
    Bar promise = Bar.atLeast("speed", 10).promised();
    assertThatThrownBy(() -> promise.unlessMissedBy(TOLD, "too much"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(EXCUSABLE::promised).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Bar.atLeast("speed", 10).unlessMissedBy(TOLD, " "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
