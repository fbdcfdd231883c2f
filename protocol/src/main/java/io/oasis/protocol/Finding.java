package io.oasis.protocol;

import java.util.Optional;

/**
 * What was found about one limit. Numbers are as its scheduler has them.
 *
 * @param queue whose limit of Oasis's it is; absent when somebody else set it
 * @param cause empty when nothing is wrong
 */
public record Finding(
    Optional<QueueId> queue,
    Where where,
    Figures figures,
    Verdict verdict,
    String cause,
    String mend) {
  /** What a limit does; the worst last. */
  public enum Verdict {
    /** Demand above it was seen to stay under it. */
    VERIFIED,
    /** It is there and nothing tested it. */
    PENDING,
    /** It holds nothing back. */
    INERT,
    /** More passes than it allows, or it is not the limit that was meant. */
    VIOLATED,
    /** Two decide about the same. */
    CONFLICT,
    /** Nobody can change it, or nobody is there who would let go of it. */
    STUCK
  }

  /**
   * Which limit it is about.
   *
   * @param target kind of the scheduler that holds it
   * @param place what it holds, such as a cgroup
   * @param device on which device, or in which process
   * @param limit which of its limits; empty when it is about the place as such
   */
  public record Where(String target, String place, String device, String limit) {
    public Where {
      Check.id("target", target);
      place = Check.text("place", place);
      device = Check.text("device", device);
      limit = Check.text("limit", limit);
    }
  }

  /**
   * What it should be and is.
   *
   * @param desired what it should be, where somebody said so
   * @param written what Oasis wrote last
   * @param readBack what is there
   * @param observed per second, while it was looked at
   */
  public record Figures(
      Optional<Long> desired,
      Optional<Long> written,
      Optional<Long> readBack,
      Optional<Double> observed) {
    /** About a place as such. */
    public static final Figures NONE =
        new Figures(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public Figures {
      observed.ifPresent(rate -> Check.notNegative("observed", rate));
    }
  }

  public Finding {
    cause = Check.text("cause", cause);
    mend = Check.text("mend", mend);
  }

  /** Whether nothing is wrong. */
  public boolean healthy() {
    return cause.isEmpty();
  }
}
