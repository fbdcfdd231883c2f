package io.oasis.protocol;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The topics of the loop; what is kept on them and for how long. */
public enum Topic {
  REQUESTS("oasis.requests", Kept.FOR, Duration.ofDays(1)),
  USAGE("oasis.usage", Kept.FOR, Duration.ofDays(1)),
  GRANTS("oasis.grants", Kept.FOR, Duration.ofDays(1)),
  SETTINGS("oasis.settings", Kept.FOR, Duration.ofDays(1)),
  OUTCOMES("oasis.outcomes", Kept.FOR, Duration.ofDays(7)),
  DECISIONS("oasis.decisions", Kept.FOR, Duration.ofDays(30)),
  INVENTORY("oasis.inventory", Kept.NEWEST_PER_KEY, Duration.ZERO),
  GUARD_RAILS("oasis.guard-rails", Kept.NEWEST_PER_KEY, Duration.ZERO),
  AUDIT("oasis.audit", Kept.FOR, Duration.ofDays(366)),
  DEAD_LETTERS("oasis.dead-letters", Kept.FOR, Duration.ofDays(7)),
  JOURNAL("oasis.journal", Kept.FOR, Duration.ofDays(1));

  /** How a topic forgets. */
  public enum Kept {
    /** Everything, for a time. */
    FOR,
    /** The newest record of each key (compaction). */
    NEWEST_PER_KEY
  }

  private static final Map<String, Topic> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Topic::topicName, topic -> topic));

  private final String topicName;
  private final Kept kept;
  private final Duration retention;

  Topic(String topicName, Kept kept, Duration retention) {
    this.topicName = topicName;
    this.kept = kept;
    this.retention = retention;
  }

  public static Optional<Topic> named(String topicName) {
    return Optional.ofNullable(BY_NAME.get(topicName));
  }

  public String topicName() {
    return topicName;
  }

  public Kept kept() {
    return kept;
  }

  /**
   * The largest message, in bytes. Small services read the topics of single queues, and a flood of
   * the largest messages has to fit into their memory; a decision speaks of ten thousand queues.
   */
  public int maxBytes() {
    return switch (this) {
      case DECISIONS, JOURNAL -> MessageCodec.MAX_BYTES;
      case INVENTORY, GUARD_RAILS, AUDIT -> 4 << 20;
      case REQUESTS, USAGE, GRANTS, SETTINGS, OUTCOMES, DEAD_LETTERS -> 256 << 10;
    };
  }

  /** How long records are kept; meaningless for {@code NEWEST_PER_KEY}. */
  public Duration retention() {
    return retention;
  }
}
