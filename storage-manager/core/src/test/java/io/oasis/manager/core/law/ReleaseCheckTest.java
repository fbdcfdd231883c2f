package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Limits are lifted for a second to see what they cost, and what comes then is not all there is.
 */
class ReleaseCheckTest {
  private static final double LENGTH_SECONDS = 0.25;
  private static final QueueId DEEP = queue("deep");
  private static final QueueId SHALLOW = queue("shallow");

  private final Situation at = new Situation();
  private double seconds;

  /** QEMU's throttle and many arrays let through at once what was not asked of them before. */
  @Test
  void whatADeviceHadSavedUpIsNotWhatLimitsCost() {
    assertThat(checked(1_000, 1_400, 1_010, 1_000, 1_000, 1_000, 1_000, 1_000))
        .anyMatch(note -> note.contains("gives no more than 1000"))
        .noneMatch(note -> note.contains("limits cost"));
  }

  @Test
  void whatCompletesAllTheTimeWithoutThemIs() {
    assertThat(checked(1_150, 1_150, 1_150, 1_150))
        .anyMatch(note -> note.contains("limits cost 220 of 1150"));
  }

  /** Limits are in force at 930 in all; then they are lifted, and so many complete a second. */
  private List<String> checked(double... totals) {
    for (int i = 0; i < 12; i++) {
      pass(1_000 - 40, 40);
    }
    at.takers().getFirst().hold(500, seconds);
    for (int i = 0; i < 12; i++) {
      pass(500, 430);
    }
    ReleaseCheck check = new ReleaseCheck(at, 930);
    for (double total : totals) {
      pass(total - 40, 40);
      if (check.isOver()) {
        break;
      }
    }
    assertThat(at.takers().getFirst().limit()).isFinite();
    return at.notes;
  }

  private void pass(double deep, double shallow) {
    seconds += LENGTH_SECONDS;
    at.see(
        new Sight(
            seconds,
            LENGTH_SECONDS,
            List.of(seen(DEEP, deep), seen(SHALLOW, shallow)),
            deep + shallow,
            30,
            0.03));
    at.learnRoom();
  }

  private static Seen seen(QueueId queue, double rate) {
    return new Seen(queue, 1, Kind.of(4_096, 1), rate, rate, 10);
  }

  private static QueueId queue(String name) {
    return new QueueId(new ApplicationId("h:/" + name), new LunId("serial:1"));
  }
}
