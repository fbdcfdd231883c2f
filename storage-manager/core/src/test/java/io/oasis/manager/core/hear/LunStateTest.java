package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.LunReport;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of a LUN, and what is taken of it while its host makes up what it says. */
class LunStateTest {
  private static final Instant FIRST = Instant.EPOCH;

  private static LunReport report(double outstanding) {
    return Said.lun("h", "lun", 1_000, outstanding);
  }

  @Test
  void itCompletesWhatItReadAndWrote() {
    assertThat(LunState.of(report(1), FIRST).completions()).isEqualTo(100);
  }

  /** One of 250 ms may come half as late again. */
  @Test
  void lunsAreShortWhenThereAreSomeAndAllAre() {
    assertThat(LunState.areShort(List.of())).isFalse();
    assertThat(LunState.areShort(List.of(ofMillis(250), ofMillis(374)))).isTrue();
    assertThat(LunState.areShort(List.of(ofMillis(250), ofMillis(375)))).isFalse();
  }

  private static LunState ofMillis(long millis) {
    return LunState.of(Said.lun("h", "lun", millis), FIRST);
  }

  /** Five seconds are how long a host is heard before it has an effect. */
  @Test
  void aDoubtedLunDoesWhatItDidFiveToTenSecondsAgo() {
    LunState lun = LunState.of(report(1), FIRST);
    lun = decide(lun, report(2), 4);
    assertThat(lun.report()).isEqualTo(report(2));
    lun = decide(lun, report(3), 5);
    assertThat(lun.looked(true, FIRST.plusSeconds(9)).report()).isEqualTo(report(1));
    lun = decide(lun, report(4), 9);
    assertThat(lun.looked(true, FIRST.plusSeconds(9)).report()).isEqualTo(report(1));
    lun = decide(lun, report(5), 10);
    assertThat(lun.looked(true, FIRST.plusSeconds(10)).report()).isEqualTo(report(3));
  }

  private static LunState decide(LunState lun, LunReport report, long second) {
    Instant heard = FIRST.plusSeconds(second);
    return lun.next(report, heard).looked(false, heard);
  }
}
