package io.oasis.distribution.word;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.HarmRail;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what differs between two words, and that what is not said is left as it is. */
class DifferenceTest {
  private static final GuardRail A = rail("a", Optional.of(2.0), Optional.empty());
  private static final GuardRail B =
      rail("b", Optional.empty(), Optional.of(RateBound.ofIops(600)));
  private static final Word PRESENT =
      new Word(
          Optional.of(Mode.SHADOW),
          Optional.of("even"),
          Optional.of(HarmRail.DEFAULT),
          Optional.of(List.of(B, A)),
          Optional.of(List.of()));
  private static final Word SILENT =
      new Word(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  @Test
  void aWordThatSaysNothingChangesNothing() {
    assertThat(Difference.of(PRESENT, SILENT).isNone()).isTrue();
    assertThat(Difference.of(PRESENT, PRESENT).isNone()).isTrue();
  }

  @Test
  void railsDifferFieldByField() {
    GuardRail a = rail("a", Optional.of(3.0), Optional.of(RateBound.ofIops(50)));
    Word wanted =
        new Word(
            Optional.of(Mode.ENFORCE),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(a)),
            Optional.empty());
    Difference difference = Difference.of(PRESENT, wanted);
    assertThat(difference.changes())
        .extracting(Difference.Change::line)
        .containsExactly(
            "mode: SHADOW -> ENFORCE",
            "rails APPLICATION a limitIops: none -> 50",
            "rails APPLICATION a weight: 2 -> 3",
            "rails APPLICATION b limitIops: 600 -> none");
    assertThat(difference.touchesRails()).isTrue();
    assertThat(difference.touches("mode")).isTrue();
    assertThat(difference.touches("policy")).isFalse();
  }

  @Test
  void aRailThatSaysNothingIsThereAllTheSame() {
    GuardRail silent = rail("c", Optional.empty(), Optional.empty());
    Word wanted =
        new Word(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(A, B, silent)),
            Optional.empty());
    assertThat(Difference.of(PRESENT, wanted).changes())
        .extracting(Difference.Change::line)
        .containsExactly("rails APPLICATION c: none -> says nothing");
  }

  @Test
  void theModeAloneIsNoChangeOfRails() {
    Word wanted =
        new Word(
            Optional.of(Mode.OBSERVE),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(Difference.of(PRESENT, wanted).touchesRails()).isFalse();
  }

  private static GuardRail rail(String name, Optional<Double> weight, Optional<RateBound> limit) {
    return new GuardRail(Scope.APPLICATION, name, weight, Optional.empty(), limit, false);
  }
}
