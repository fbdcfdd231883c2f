package io.oasis.messaging;

import io.oasis.protocol.Topic;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Who takes part at the broker, and which topics each reads and writes. */
public enum Party {
  AGENT(EnumSet.of(Topic.GRANTS), EnumSet.of(Topic.REQUESTS, Topic.INVENTORY, Topic.DEAD_LETTERS)),
  ADAPTER(EnumSet.of(Topic.SETTINGS), EnumSet.of(Topic.USAGE, Topic.OUTCOMES, Topic.DEAD_LETTERS)),
  /** Requests too: those of a LUN that an operator moved go on to its new domain. */
  MANAGER(
      EnumSet.of(
          Topic.REQUESTS,
          Topic.USAGE,
          Topic.OUTCOMES,
          Topic.INVENTORY,
          Topic.GUARD_RAILS,
          Topic.AUDIT),
      EnumSet.complementOf(EnumSet.of(Topic.USAGE, Topic.OUTCOMES, Topic.INVENTORY))),
  /** Who looks into the topics: {@code oasis replay export}. */
  TOOLS(
      EnumSet.of(Topic.REQUESTS, Topic.USAGE, Topic.OUTCOMES, Topic.DECISIONS, Topic.JOURNAL),
      EnumSet.noneOf(Topic.class));

  private final Set<Topic> reads;
  private final Set<Topic> writes;

  Party(Set<Topic> reads, Set<Topic> writes) {
    this.reads = Set.copyOf(reads);
    this.writes = Set.copyOf(writes);
  }

  /** As its principal is called unless told otherwise. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Party> of(String word) {
    return Arrays.stream(values()).filter(party -> party.word().equals(word)).findFirst();
  }

  public Set<Topic> reads() {
    return EnumSet.copyOf(reads);
  }

  public Set<Topic> writes() {
    Set<Topic> copy = EnumSet.noneOf(Topic.class);
    copy.addAll(writes);
    return copy;
  }

  /** All that it has to do with. */
  public Set<Topic> topics() {
    Set<Topic> both = reads();
    both.addAll(writes);
    return both;
  }
}
