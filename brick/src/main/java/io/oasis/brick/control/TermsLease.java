package io.oasis.brick.control;

import io.oasis.brick.discipline.Terms;
import io.oasis.brick.nbd.Export;

/** The terms of one export that were set from outside. */
final class TermsLease extends Lease<Terms> {
  private final Export export;
  private boolean isSet;

  TermsLease(Export export) {
    super(export.session().terms());
    this.export = export;
  }

  @Override
  Terms now() {
    return export.session().terms();
  }

  @Override
  void set(Terms told) {
    isSet = true;
    bringBack(told);
  }

  @Override
  void bringBack(Terms was) {
    export.engine().retune(export.session(), was);
  }

  /** Back to what was configured, if it was set from outside. */
  @Override
  void release() {
    if (isSet) {
      isSet = false;
      super.release();
    }
  }

  /** Of a limit and a larger reserve that come together so, the limit holds. */
  @Override
  Terms undone(Terms was, Terms set, Terms now) {
    double reserve = now.reserveIops() == set.reserveIops() ? was.reserveIops() : now.reserveIops();
    double limit = now.limitIops() == set.limitIops() ? was.limitIops() : now.limitIops();
    return new Terms(
        now.share() == set.share() ? was.share() : now.share(),
        limit == 0 ? reserve : Math.min(reserve, limit),
        limit,
        now.limitBytesPerSecond() == set.limitBytesPerSecond()
            ? was.limitBytesPerSecond()
            : now.limitBytesPerSecond(),
        now.latencyNanos() == set.latencyNanos() ? was.latencyNanos() : now.latencyNanos(),
        now.pool().equals(set.pool()) ? was.pool() : now.pool());
  }
}
