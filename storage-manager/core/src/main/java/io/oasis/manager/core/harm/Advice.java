package io.oasis.manager.core.harm;

/** What the guard wants done after an interval. */
public sealed interface Advice {
  /** Nothing. */
  record GoOn() implements Advice {}

  /** Let go of all limits for a moment, and remember them. */
  record LetGo(String why) implements Advice {}

  /** Put them back. */
  record PutBack(String why) implements Advice {}

  /** Enforce no more. */
  record Demote(String why) implements Advice {}
}
