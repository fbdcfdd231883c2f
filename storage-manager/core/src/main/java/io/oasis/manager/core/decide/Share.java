package io.oasis.manager.core.decide;

import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.harm.Tenant;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.settle.Damping;
import io.oasis.protocol.Decision.Bound;
import java.util.Optional;

/** What is decided about one queue. Amounts in cost per second. */
public final class Share {
  public final HeardQueue heard;
  final Damping damping = new Damping();
  final Tenant tenant;

  /** The demand that the last decision went by; infinite when unbounded, NaN before the first. */
  double demandUsed = Double.NaN;

  /** What its guard rails promise it. */
  double reserve;

  /** NaN while it is not limited. */
  private double allocation = Double.NaN;

  /** What it had before limits were let go for a trial. */
  private double setAside = Double.NaN;

  /** NaN before the first decision. */
  private double target = Double.NaN;

  private Bound bound = Bound.RULE;

  public Share(HeardQueue heard) {
    this.heard = heard;
    tenant = new Tenant(heard.id());
  }

  /** Begins with what a former controller kept. */
  public void remember(QueueMemory memory) {
    heard.remember(memory);
    allocation = memory.allocation().orElse(Double.NaN);
  }

  /** It has so much from now on. */
  void allocate(double amount) {
    allocation = amount;
  }

  /** It is not limited any more. */
  public void free() {
    allocation = Double.NaN;
  }

  void setAside() {
    setAside = allocation;
  }

  void putBack() {
    allocation = setAside;
  }

  void aim(double amount, Bound by) {
    target = amount;
    bound = by;
  }

  public boolean isLimited() {
    return !Double.isNaN(allocation);
  }

  /** What it has; NaN while it is not limited. */
  public double allocation() {
    return allocation;
  }

  /** What it has, or what it uses while it is not limited. */
  double holding() {
    return isLimited() ? allocation : heard.usage();
  }

  /** What its guard rails promise it. */
  public double reserve() {
    return reserve;
  }

  boolean isAimed() {
    return !Double.isNaN(target);
  }

  /** What the law wants it to have; what it uses before the first decision. */
  public double target() {
    return isAimed() ? target : heard.usage();
  }

  /** What the target goes by. */
  public Bound bound() {
    return bound;
  }

  /** For a successor. */
  public QueueMemory memory() {
    return new QueueMemory(
        heard.id(),
        isLimited() ? Optional.of(allocation) : Optional.empty(),
        heard.meanBytes(),
        heard.readShare());
  }
}
