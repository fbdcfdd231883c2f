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

  /** The demand that the last decision went by; infinite when unbounded. */
  Optional<Double> demandUsed = Optional.empty();

  /** What its guard rails promise it. */
  double reserve;

  /** What its guard rails never let it have more than; infinite when there is no such rail. */
  double cap = Double.POSITIVE_INFINITY;

  /** Empty while it is not limited. */
  private Optional<Double> allocation = Optional.empty();

  /** What it had before limits were let go for a trial. */
  private Optional<Double> setAside = Optional.empty();

  /** Empty before the first decision. */
  private Optional<Double> target = Optional.empty();

  private Bound bound = Bound.RULE;

  public Share(HeardQueue heard) {
    this.heard = heard;
    tenant = new Tenant(heard.id());
  }

  /** Begins with what a former controller kept. */
  public void remember(QueueMemory memory) {
    heard.remember(memory);
    allocation = memory.allocation();
  }

  /** It has so much from now on. */
  void allocate(double amount) {
    allocation = Optional.of(amount);
  }

  /** It is not limited any more. */
  public void free() {
    allocation = Optional.empty();
  }

  void setAside() {
    setAside = allocation;
  }

  void putBack() {
    allocation = setAside;
  }

  void aim(double amount, Bound by) {
    target = Optional.of(amount);
    bound = by;
  }

  public boolean isLimited() {
    return allocation.isPresent();
  }

  /** What it has; empty while it is not limited. */
  public Optional<Double> allocation() {
    return allocation;
  }

  /** What it has, or what it uses while it is not limited. */
  double holding() {
    return allocation.orElse(heard.usage());
  }

  /** What its guard rails promise it. */
  public double reserve() {
    return reserve;
  }

  /** What its guard rails never let it have more than; infinite when there is no such rail. */
  public double cap() {
    return cap;
  }

  boolean isAimed() {
    return target.isPresent();
  }

  /** What the law wants it to have; what it uses before the first decision. */
  public double target() {
    return target.orElse(heard.usage());
  }

  /** What the target goes by. */
  public Bound bound() {
    return bound;
  }

  /** For a successor. */
  public QueueMemory memory() {
    return new QueueMemory(heard.id(), allocation, heard.meanBytes(), heard.readShare());
  }
}
