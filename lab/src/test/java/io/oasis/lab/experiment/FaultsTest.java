package io.oasis.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows that the invariants hold under every kind of fault, by seed. */
class FaultsTest {
  private static void holds(Faults.Kind kind, long seeds) {
    LongStream.rangeClosed(1, seeds)
        .parallel()
        .forEach(
            seed -> {
              RunResult result = new Faults(kind).run(Control.PROPORTIONAL_FAIR, seed);
              String again =
                  "oasis lab run faults-%s --seed %d"
                      .formatted(kind.name().toLowerCase(java.util.Locale.ROOT), seed);
              assertThat(result.faults()).as(again).isEqualTo(List.of());
              assertThat(result.metrics().get("limitsLeft")).as(again).isZero();
            });
  }

  @ParameterizedTest
  @EnumSource
  void invariantsHoldWhateverFails(Faults.Kind kind) {
    holds(kind, 20);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void invariantsHoldForAThousandSeeds(Faults.Kind kind) {
    holds(kind, 1_000);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("deep")
  void invariantsHoldForTenThousandSeeds(Faults.Kind kind) {
    holds(kind, 10_000);
  }
}
