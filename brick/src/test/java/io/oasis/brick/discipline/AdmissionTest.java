package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows up to where reserves are promised, and what is said beyond. */
class AdmissionTest {
  private static final Terms COMMON = Terms.standard();
  private static final PoolTerms GOLD = new PoolTerms("gold", 60, 0);

  @Test
  void sumsOfDecimalsThatMeetTheDeviceAreNotTooMuch() {
    PoolTerms tenth = new PoolTerms("gold", 0.1, 0);
    PoolTerms fifth = new PoolTerms("silver", 0.2, 0);
    assertThat(Admission.refusal(0.3, List.of(tenth, fifth), List.of())).isEmpty();
    assertThat(Admission.refusal(0.3, List.of(tenth), List.of(COMMON.withReserve(0.2)))).isEmpty();
    PoolTerms all = new PoolTerms("gold", 0.3, 0);
    Terms gold = COMMON.withPool("gold");
    assertThat(
            Admission.refusal(
                0.3, List.of(all), List.of(gold.withReserve(0.1), gold.withReserve(0.2))))
        .isEmpty();
  }

  @Test
  void aDeviceOfUnknownSpeedBoundsNothing() {
    assertThat(Admission.refusal(0, List.of(GOLD), List.of(COMMON.withReserve(5)))).isEmpty();
  }

  @Test
  void sessionsOfNoDeclaredPoolShareWhatThePoolsLeave() {
    assertThat(Admission.refusal(100, List.of(GOLD), List.of(COMMON.withReserve(40)))).isEmpty();
    assertThat(Admission.refusal(100, List.of(GOLD), List.of(COMMON.withReserve(41))))
        .hasValue("the reserves add up to 101.0 runs per second, the device is good for 100.0");
  }

  @Test
  void theCommonPoolCountsOnceWhenItIsDeclared() {
    PoolTerms common = new PoolTerms(Terms.COMMON_POOL, 60, 0);
    assertThat(Admission.refusal(100, List.of(common), List.of(COMMON.withReserve(50)))).isEmpty();
  }
}
