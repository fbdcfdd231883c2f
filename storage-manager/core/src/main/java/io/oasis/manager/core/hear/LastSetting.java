package io.oasis.manager.core.hear;

import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;

/** The last setting that was sent to a queue's adapter, and what came back. */
final class LastSetting {
  /** An adapter that still speaks of an earlier setting after this has not got the last one. */
  private static final Duration LOST_AFTER = Duration.ofSeconds(3);

  /** Its answer was lost where it is in force, and stays so until somebody asks again. */
  private static final Duration ANSWER_LOST_AFTER = Duration.ofSeconds(30);

  private Version version = Version.NONE;
  private Instant sentAt = Instant.EPOCH;

  /** The newest setting that an adapter said something about. */
  private Version answered = Version.NONE;

  private Instant answeredAt = Instant.EPOCH;

  void sent(Version newest, Instant now) {
    version = newest;
    sentAt = now;
  }

  void answered(Version told, Instant now) {
    if (told.isAfter(answered)) {
      answered = told;
      answeredAt = now;
    }
  }

  /** It needs no answer any more. */
  void over() {
    answered = version;
  }

  boolean isAfter(Version other) {
    return version.isAfter(other);
  }

  /** Whether nobody has said what became of it. */
  boolean isOpen() {
    return version.isAfter(answered);
  }

  /** Whether it was answered, and so much time has passed since. */
  boolean isAnsweredFor(Duration time, Instant now) {
    return !isOpen() && Duration.between(answeredAt, now).compareTo(time) >= 0;
  }

  /** Whether it is in force by now if it is at all, and nobody will say so. */
  boolean isAnswerLost(Instant now) {
    return isOpen() && Duration.between(sentAt, now).compareTo(ANSWER_LOST_AFTER) > 0;
  }

  /** Whether whoever has said nothing of it by now will not. */
  boolean isOld(Instant now) {
    return Duration.between(sentAt, now).compareTo(LOST_AFTER) > 0;
  }
}
