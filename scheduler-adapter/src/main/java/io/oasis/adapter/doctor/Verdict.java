package io.oasis.adapter.doctor;

/** What a limit does. */
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
