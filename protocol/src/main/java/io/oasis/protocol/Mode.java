package io.oasis.protocol;

/** What Oasis may do in a domain. */
public enum Mode {
  /** Measure only. */
  OBSERVE,
  /** Decide and show, push nothing: the default. */
  SHADOW,
  /** Push settings to the attached scheduler. */
  ENFORCE
}
