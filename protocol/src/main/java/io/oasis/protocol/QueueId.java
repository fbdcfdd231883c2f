package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One application's use of one LUN: the unit of measurement and of allocation. Written {@code
 * application|lun}.
 */
public record QueueId(ApplicationId application, LunId lun) implements Comparable<QueueId> {
  /** The application of I/O that nobody can be charged with: buffered writeback, kernel threads. */
  public static final String UNATTRIBUTED = "unattributed";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static QueueId parse(String text) {
    int bar = text.indexOf('|');
    if (bar < 0) {
      throw Check.invalid("queue", text, "must be written application|lun");
    }
    return new QueueId(
        new ApplicationId(text.substring(0, bar)), new LunId(text.substring(bar + 1)));
  }

  /**
   * Whether this queue gathers what no application can be charged with; it is never limited. A
   * cgroup cannot be called so: its name is a path, or a unit's.
   */
  public boolean isUnattributed() {
    String name = application.value();
    int colon = name.indexOf(':');
    return colon >= 0
        && name.length() == colon + 1 + UNATTRIBUTED.length()
        && name.endsWith(UNATTRIBUTED);
  }

  @Override
  public int compareTo(QueueId other) {
    int byApplication = application.compareTo(other.application);
    return byApplication != 0 ? byApplication : lun.compareTo(other.lun);
  }

  /** As a record would have it, but without its call sites: every map of queues asks. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QueueId queue
        && application.value().equals(queue.application.value())
        && lun.value().equals(queue.lun.value());
  }

  @Override
  public int hashCode() {
    return 31 * application.value().hashCode() + lun.value().hashCode();
  }

  @JsonValue
  @Override
  public String toString() {
    return application.value() + '|' + lun.value();
  }
}
