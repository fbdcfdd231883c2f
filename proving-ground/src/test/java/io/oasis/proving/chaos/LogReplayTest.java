package io.oasis.proving.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows which settings of a log are in force at its end. */
class LogReplayTest {
  private static final DomainId DOMAIN = new DomainId("pool:a");
  private static final AdapterId ADAPTER = new AdapterId("adapter");
  private static final QueueId QUEUE = QueueId.parse("db1:pg.service|device/wwid");
  private static final SessionId FIRST = new SessionId("first");
  private static final SessionId SECOND = new SessionId("second");
  private static final Version NOW = new Version(1, 10);
  private static final Optional<RateBound> LIMIT = Optional.of(RateBound.ofIops(490));

  @Test
  void theNewestSettingOfAQueueIsInForceInWhateverOrderTheyWereSaid() {
    assertThat(limits(status(FIRST), told(FIRST, 2, LIMIT), told(FIRST, 1, Optional.empty())))
        .containsExactly(Map.entry(QUEUE, LIMIT));
  }

  @Test
  void whatCameAfterTheMomentOfTheViewIsLeftOut() {
    assertThat(limits(status(FIRST), told(FIRST, 10, LIMIT), told(FIRST, 11, Optional.empty())))
        .containsExactly(Map.entry(QUEUE, LIMIT));
  }

  @Test
  void whatAnAdapterWasToldInASessionThatIsOverIsVoid() {
    assertThat(limits(status(FIRST), told(FIRST, 1, LIMIT), status(SECOND))).isEmpty();
  }

  @Test
  void anOldHeartbeatThatIsSaidAgainBeginsNoSession() {
    assertThat(limits(status(FIRST), status(SECOND), told(SECOND, 2, LIMIT), status(FIRST)))
        .containsExactly(Map.entry(QUEUE, LIMIT));
  }

  @Test
  void norDoesOneThatTheLogHadLost() {
    assertThat(limits(status(SECOND, 2), told(SECOND, 2, LIMIT), status(FIRST, 1)))
        .containsExactly(Map.entry(QUEUE, LIMIT));
  }

  @Test
  void aSettingThatChaosForgedIsLeftOut() {
    assertThat(
            limits(
                status(FIRST), told(FIRST, 1, LIMIT), told(OldRecords.OVER, 9, Optional.empty())))
        .containsExactly(Map.entry(QUEUE, LIMIT));
  }

  @Test
  void whatItsAdapterLetGoOfIsNotInForceUntilItIsToldAgain() {
    Outcome gone =
        new Outcome(
            QUEUE,
            new Version(1, 1),
            Outcome.State.RELEASED,
            Optional.empty(),
            "the device is gone");
    OutcomeBatch answer = new OutcomeBatch(DOMAIN, ADAPTER, FIRST, Instant.EPOCH, List.of(gone));
    assertThat(limits(status(FIRST), told(FIRST, 1, LIMIT), answer)).isEmpty();
    assertThat(limits(status(FIRST), told(FIRST, 1, LIMIT), answer, told(FIRST, 2, LIMIT)))
        .containsExactly(Map.entry(QUEUE, LIMIT));
  }

  @Test
  void aManagerThatShowsNothingDiffers() {
    assertThat(LogReplay.of(List.of(), DOMAIN, NOW).differences(List.of())).isNotEmpty();
  }

  private static Map<QueueId, Optional<RateBound>> limits(Message... log) {
    Map<QueueId, Optional<RateBound>> limits = new HashMap<>();
    LogReplay.of(List.of(log), DOMAIN, NOW)
        .settings()
        .forEach((queue, setting) -> limits.put(queue, setting.limit()));
    return limits;
  }

  private static AdapterStatus status(SessionId session) {
    return status(session, 0);
  }

  private static AdapterStatus status(SessionId session, long seen) {
    AdapterStatus.Target target = new AdapterStatus.Target("cgroup-v1", 1, Optional.empty());
    Version highest = new Version(1, seen);
    return new AdapterStatus(ADAPTER, session, DOMAIN, Instant.EPOCH, highest, 0, target);
  }

  private static SettingBatch told(SessionId session, long sequence, Optional<RateBound> limit) {
    Setting setting = new Setting(QUEUE, new Version(1, sequence), limit, 1);
    return new SettingBatch(DOMAIN, ADAPTER, session, Instant.EPOCH, 15_000, List.of(setting));
  }
}
