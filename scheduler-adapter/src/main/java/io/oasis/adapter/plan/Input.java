package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Order;
import io.oasis.protocol.QueueId;
import java.util.Map;
import java.util.Optional;

/** What can happen to an adapter. */
public sealed interface Input {
  /** A manager wants limits or a cache divided, wants them gone, or keeps them in force. */
  record Ordered(Order order) implements Input {}

  /** The shell has taken all that waited: write now, the newest of each queue. */
  record Settle() implements Input {}

  /** What became of an {@link Effect.Apply}. */
  record Applied(QueueId queue, Place place, Verdict verdict) implements Input {}

  /**
   * What became of an {@link Effect.Release}.
   *
   * @param foreign whether somebody else had written there meanwhile, whose limit was left
   * @param trouble when it must be tried again
   */
  record LetGo(QueueId queue, Place place, boolean foreign, Optional<String> trouble)
      implements Input {}

  /** A place in force was looked at; {@code found} is absent when it is gone. */
  record Measured(QueueId queue, Place place, Optional<Throttle> found, Counters counters)
      implements Input {}

  /** What makes limits in force void or wrong, or proves them, beside what passes them. */
  record Examined(Map<Place, Map<Throttle.Part, Fault>> faults) implements Input {
    public Examined {
      faults = Map.copyOf(faults);
    }
  }

  /**
   * The host was looked at.
   *
   * @param counters what passed each queue so far, limited or not
   */
  record Seen(Inventory inventory, Map<QueueId, Counters> counters) implements Input {
    public Seen {
      counters = Map.copyOf(counters);
    }

    /** Nothing was counted. */
    public Seen(Inventory inventory) {
      this(inventory, Map.of());
    }
  }

  /** Whether enforcing is possible at all; the obstacle says why not, and the mend. */
  record Able(Optional<String> obstacle) implements Input {}

  /** The kill switch was set or taken back. */
  record ByHand(boolean released) implements Input {}

  /** From now on this may be touched, and nothing else. */
  record Reaches(Reach reach) implements Input {}

  /** Somebody else restored from our journal: whatever we hold, we hold no more. */
  record JournalLost() implements Input {}

  /** Time has passed. */
  record Tick() implements Input {}

  /** The adapter stops. */
  record Stop() implements Input {}
}
