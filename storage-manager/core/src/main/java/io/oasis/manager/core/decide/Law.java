package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/**
 * Who is limited, and to what: all that lies between hearing and pushing. It reads what was heard
 * of the domain it was made for, and answers with what each queue has; it sends nothing. Another
 * law is put in by implementing this.
 */
public interface Law {
  /** A queue came; it is limited only when the law says so or a limit of it was found in force. */
  Share join(HeardQueue queue);

  /** It has gone. */
  void leave(Share share);

  /** A limit was found in force that lets it have so much, in cost per second: it begins there. */
  void startFrom(Share share, double cost);

  /**
   * Decides for an interval; afterwards the shares are what they are to be.
   *
   * @return what there is to tell; nothing where there was nothing to share out
   */
  Optional<Decided> decide(Instant now);

  /**
   * For a while nothing is decided: what was tried for a moment ends, limits are as before it.
   *
   * @return whether something was
   */
  boolean interrupt();

  /**
   * Whether limits do harm, after each decision; putting back what was let go is done already. A
   * law that lifts what it cannot show to be of use judges by itself.
   */
  default Advice judge() {
    return new Advice.GoOn();
  }

  /** The limit that carries out a share; absent where there is none to be. */
  Optional<RateBound> limit(Share share);

  /** The limit it would have at its target; absent while there is nothing to share out. */
  Optional<RateBound> wouldBe(Share share);

  /** By whom its limit is of use, as measured; absent where nobody was measured for it. */
  default Optional<Decision.Earned> earned(Share share) {
    return Optional.empty();
  }

  /** Whether it is worth it to measure more often for the time being. */
  default boolean isAtWork() {
    return false;
  }

  /** Whether limits differ for a moment from what they would be, to find something out. */
  default boolean isProbing() {
    return false;
  }

  CapacityEstimate capacity(Instant now);

  /** Cost per second that the domain is known to carry; absent while it is not. */
  Optional<Double> carried();

  /** What a successor begins with. */
  CapacityMemory memory();

  /** How it goes; for people. */
  Standing standing();

  /**
   * How a law is getting on.
   *
   * @param price weight per cost at the margin; absent where nothing is shared out at a price
   * @param isShort whether there ever was less than somebody wanted
   * @param harm what the guard against harm is at
   * @param harmFound what it found last; empty while it never suspected anything
   * @param intervalsSinceMove since a share was moved by more than the dead band
   * @param reversals of such moves since it began
   */
  record Standing(
      Optional<Double> price,
      boolean isShort,
      Phase harm,
      String harmFound,
      long intervalsSinceMove,
      long reversals) {}
}
