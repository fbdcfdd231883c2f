package io.oasis.proving.demo;

/** Somebody stopped the demo: Ctrl-C or a signal. */
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException() {
    super("stopped");
  }
}
