package io.oasis.brick.discipline;

/**
 * Says when the next I/O of a limited session may go: the generic cell rate algorithm for I/Os per
 * second and for bytes per second, both of which must agree.
 *
 * <p>Law: each limit keeps the moment at which everything let through so far would be paid for. An
 * I/O may go when that moment is not later than now; then the moment advances by its cost. Credit
 * for time in which nothing came is at most {@link #CREDIT_NANOS}, so being woken late costs
 * nothing and a pause buys no burst: at 1000 IOPS the moment advances by 1 ms per I/O, for ever
 * exactly, and after an hour of idling 80 I/Os go at once. Setting a limit that is in force already
 * changes nothing; a new one takes over the part of an I/O that was not paid yet.
 *
 * <p>Source: ITU-T I.371, the virtual scheduling form.
 */
final class RateGate {
  /** For threads that wake late on a busy machine; a kernel throttle gives 100 ms. */
  static final double CREDIT_NANOS = 80e6;

  private static final double NANOS_PER_SECOND = 1e9;

  private double nanosPerIo;
  private double nanosPerByte;
  private double ioPaid;
  private double bytesPaid;

  RateGate(Terms terms, long now) {
    ioPaid = now;
    bytesPaid = now;
    set(terms, now);
  }

  void set(Terms terms, long now) {
    double perIo = terms.limitIops() == 0 ? 0 : NANOS_PER_SECOND / terms.limitIops();
    double perByte =
        terms.limitBytesPerSecond() == 0 ? 0 : NANOS_PER_SECOND / terms.limitBytesPerSecond();
    ioPaid = carriedOver(ioPaid, nanosPerIo, perIo, now);
    bytesPaid = carriedOver(bytesPaid, nanosPerByte, perByte, now);
    nanosPerIo = perIo;
    nanosPerByte = perByte;
  }

  private static double carriedOver(double paid, double before, double after, long now) {
    if (before == after) {
      return paid;
    }
    // Unpaid time stands for a part of an I/O or for bytes, and is as long as those now take.
    return before == 0 || paid <= now ? now : now + (paid - now) * after / before;
  }

  boolean isOpen() {
    return nanosPerIo == 0 && nanosPerByte == 0;
  }

  /** The moment from which the next I/O may go, whatever its size. */
  double releaseNanos() {
    return Math.max(ioPaid, bytesPaid);
  }

  /** An I/O goes at {@code now}, which is not before {@link #releaseNanos}. */
  void charge(Io io, long now) {
    ioPaid = Math.max(ioPaid, now - CREDIT_NANOS) + nanosPerIo;
    bytesPaid = Math.max(bytesPaid, now - CREDIT_NANOS) + nanosPerByte * io.lengthBytes();
  }
}
