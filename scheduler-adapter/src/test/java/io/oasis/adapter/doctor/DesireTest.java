package io.oasis.adapter.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows which differences between what was desired and what is there are explained. */
class DesireTest {
  @ParameterizedTest
  @CsvSource({
    "IOPS, 1500, 2000, 1000, rounds up to steps of 1000",
    "BYTES, 1, 1048576, 1048576, rounds up to steps",
    "BYTES, 52428800, 50, 1, MiB taken for bytes",
    "READ_BYTES, 100000000, 800000000, 1, bytes taken for bits",
    "WRITE_BYTES, 2048, 4, 1, sectors taken for bytes",
    "IOPS, 100, 77, 1, set it"
  })
  void namesTheCause(Part part, long desired, long found, long step, String cause) {
    Fault fault = Desire.mismatch(part, desired, found, step).orElseThrow();
    assertThat(fault.verdict()).isEqualTo(Finding.Verdict.VIOLATED);
    assertThat(fault.cause()).contains(Long.toString(desired), Long.toString(found), cause);
    assertThat(fault.mend()).isNotEmpty();
  }

  @Test
  void isSilentWhereTheLimitIsRightOrRoundedDown() {
    assertThat(Desire.mismatch(Part.IOPS, 500, 500, 1)).isEmpty();
    assertThat(Desire.mismatch(Part.IOPS, 1_500, 1_000, 1_000)).isEmpty();
    assertThat(Desire.tiny(Part.READ_BYTES, 1 << 20)).isEmpty();
    assertThat(Desire.tiny(Part.READ_IOPS, 5)).isEmpty();
    assertThat(Desire.tiny(Part.WRITE_BYTES, 100)).isPresent();
  }
}
