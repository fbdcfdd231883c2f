package io.oasis.manager.core.law;

/** How a {@link Question} ended. */
sealed interface Answer {
  /**
   * Somebody wants more, and what was freed was taken up.
   *
   * @param workBefore device time of what completed before the cut, and {@code workAfter} under it
   */
  record Proven(double workBefore, double workAfter) implements Answer {}

  /** Somebody wants more, and took so little of what was freed that its I/Os may cost more. */
  record Unlike(Exchange exchange) implements Answer {}

  /** They do. */
  record Exchanged(Exchange exchange) implements Answer {}

  /**
   * Nobody gained by it.
   *
   * @param isOpenLoop whether requests came at the same rate all the while
   */
  record Refused(String why, boolean isOpenLoop) implements Answer {}

  /** The cut held nothing back. */
  record Unbound() implements Answer {}

  /** Those whom it is about have gone. */
  record Overtaken() implements Answer {}
}
