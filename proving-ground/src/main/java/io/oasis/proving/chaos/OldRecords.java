package io.oasis.proving.chaos;

import io.oasis.distribution.process.Wait;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Says again what was said: records of agents, adapter and managers, doubled, in any order, old;
 * and settings and renewals in the name of a manager that was succeeded and of a session that is
 * over.
 */
final class OldRecords {
  /**
   * No manager of a chaos gives an application so little; the kernel's throttle holds it exactly.
   */
  static final long FORGED_IOPS = 60;

  static final SessionId OVER = new SessionId("over");

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int AT_ONCE = 40;

  /** Further than any manager of the former epoch came. */
  private static final long LATE_SEQUENCE = 1_000_000;

  private final Recorder recorder;
  private final Random random = new Random(7);
  private volatile Thread speaking = Thread.currentThread();

  OldRecords(Recorder recorder) {
    this.recorder = recorder;
  }

  void begin() {
    List<Message> old = new ArrayList<>(recorder.kept());
    speaking = Thread.ofVirtual().name("old-records").start(() -> speak(old));
  }

  void end() {
    speaking.interrupt();
  }

  private void speak(List<Message> old) {
    do {
      Collections.shuffle(old, random);
      old.stream().limit(AT_ONCE).forEach(recorder::say);
      recorder.newest().values().forEach(this::forge);
    } while (Wait.pause(PAUSE));
  }

  private void forge(SettingBatch newest) {
    long epoch = newest.settings().getFirst().version().epoch();
    Version succeeded = new Version(epoch - 1, LATE_SEQUENCE);
    Version next = new Version(epoch + 1, LATE_SEQUENCE);
    recorder.say(forged(newest, succeeded, newest.session()));
    recorder.say(forged(newest, next, OVER));
    recorder.say(
        new LeaseRenewal(
            newest.domain(),
            succeeded,
            newest.adapter(),
            newest.session(),
            newest.at(),
            newest.leaseMillis()));
  }

  private static SettingBatch forged(SettingBatch newest, Version version, SessionId session) {
    QueueId queue = newest.settings().getFirst().queue();
    Optional<RateBound> limit = Optional.of(RateBound.ofIops(FORGED_IOPS));
    return new SettingBatch(
        newest.domain(),
        newest.adapter(),
        session,
        newest.at(),
        newest.leaseMillis(),
        List.of(new Setting(queue, version, limit, 1)));
  }
}
