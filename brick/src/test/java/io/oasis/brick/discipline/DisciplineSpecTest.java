package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.brick.discipline.DisciplineSpec.Kind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows how a discipline is named, and what its name says of it. */
class DisciplineSpecTest {
  private static final DisciplineSpec STANDARD = DisciplineSpec.of(Kind.NONE);

  @ParameterizedTest
  @CsvSource({
    "sfq, SFQ, 32",
    "sfq(4), SFQ, 4",
    "edf-wc, EDF_WC, 32",
    "leaky-bucket(999999), LEAKY_BUCKET, 999999"
  })
  void aNameIsAKindAndPerhapsADepth(String text, Kind kind, int depth) {
    assertThat(STANDARD.named(text)).isEqualTo(DisciplineSpec.of(kind).withDepth(depth));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sfq(", "sfq()", "sfq(0)", "sfq(4", "sfq(4]", "sfq(1000000)"})
  void aDepthThatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> STANDARD.named(text))
        .hasMessage(
            "'" + text + "' must be written NAME(DEPTH), the depth a number from 1 to 999999");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fifo", "SFQ", "(4)"})
  void whatIsNoDisciplineIsToldTheKnownOnes(String text) {
    assertThatThrownBy(() -> STANDARD.named(text))
        .hasMessage(
            "'"
                + text
                + "' is no discipline; known are none, quanta, quanta-wc, argon, coscheduled, sfq,"
                + " edf, edf-wc, leaky-bucket, lottery, facade, zygaria");
  }

  @Test
  void sharesAndReservesAreHeededByThoseThatKnowThem() {
    assertThat(Arrays.stream(Kind.values()).filter(Kind::heedsShares))
        .containsExactly(Kind.QUANTA, Kind.QUANTA_WC, Kind.ARGON, Kind.SFQ, Kind.LOTTERY);
    assertThat(Arrays.stream(Kind.values()).filter(Kind::heedsReserves))
        .containsExactly(Kind.ZYGARIA);
  }

  @Test
  void whoFollowsATimetableIsCoscheduledAndKeepsTheRest() {
    Timetable table = new Timetable(0, 100, List.of(new Timetable.Slice("a", 0, 100)));
    DisciplineSpec spec = STANDARD.withDepth(7).following(table);
    assertThat(spec.kind()).isEqualTo(Kind.COSCHEDULED);
    assertThat(spec.timetable()).isEqualTo(table);
    assertThat(spec.depth()).isEqualTo(7);
  }

  @Test
  void aRoundLastsANanosecondOrMore() {
    assertThat(STANDARD.withRoundNanos(1).roundNanos()).isEqualTo(1);
    assertThatThrownBy(() -> STANDARD.withRoundNanos(0))
        .hasMessage("roundNanos must be >= 1, was 0");
  }
}
