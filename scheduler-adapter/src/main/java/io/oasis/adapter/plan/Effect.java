package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Division;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Version;
import java.util.Optional;
import java.util.Set;

/** What the core wants done, in order. */
public sealed interface Effect {
  /** Journal, write, read back; answered by {@link Input.Applied}. */
  record Apply(QueueId queue, Place place, Throttle throttle) implements Effect {}

  /** Restore what was there before; answered by {@link Input.LetGo}. */
  record Release(QueueId queue, Place place) implements Effect {}

  /** Journal, then divide a cache and, if that is said, the time of its device. */
  record Divide(Place cache, Division division) implements Effect {}

  /** Give back to a cache and the time of its device what they had before. */
  record Undivide(Place cache) implements Effect {}

  /** Send a message. */
  record Tell(Message message) implements Effect {}

  /** Remember on disk that a version was seen. */
  record Remember(DomainId domain, Version version) implements Effect {}

  /**
   * Remember on disk where somebody else wrote over a limit of ours: all such places.
   *
   * @param target the kind of scheduler that holds them
   */
  record RememberConflicts(String target, Set<Place> places) implements Effect {}

  /**
   * Something worth a line in the log.
   *
   * @param decision of the manager that it is about, where it is about one
   */
  record Note(String text, Optional<Version> decision) implements Effect {
    Note(String text) {
      this(text, Optional.empty());
    }
  }
}
