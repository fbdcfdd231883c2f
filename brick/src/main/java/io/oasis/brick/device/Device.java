package io.oasis.brick.device;

/**
 * A storage device in virtual time.
 *
 * <p>Contract: times never go back; {@link #advance} is called at every {@link #nextEventNanos}
 * before anything later is submitted; a request completes exactly once; the same calls give the
 * same completions.
 *
 * @param <R> the owner's kind of request
 */
public interface Device<R extends DeviceRequest> {
  /** No event is due. */
  long NEVER = Long.MAX_VALUE;

  /** Takes requests that are done. */
  @FunctionalInterface
  interface Sink<R> {
    void completed(R request, long atNanos);
  }

  /** Takes a request that arrives now. */
  void submit(R request, long nowNanos);

  /** When something happens next inside; {@link #NEVER} when nothing will without a request. */
  long nextEventNanos();

  /** Moves to this time and hands out what completed until then, in order. */
  void advance(long nowNanos, Sink<? super R> done);

  /** Requests taken and not completed. */
  int outstanding();
}
