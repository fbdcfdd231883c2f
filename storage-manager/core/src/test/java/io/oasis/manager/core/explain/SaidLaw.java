package io.oasis.manager.core.explain;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.decide.Decided;
import io.oasis.manager.core.decide.Law;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/** A law that limits nobody, and of which a test says what it knows. */
final class SaidLaw implements Law {
  static final CapacityEstimate CAPACITY =
      new CapacityEstimate(
          0, Optional.empty(), 0, Optional.empty(), 65_536, false, CapacityEstimate.Source.NONE, 0);

  Optional<Double> carried = Optional.empty();
  boolean isShort;
  long intervalsSinceMove;

  @Override
  public Share join(HeardQueue queue) {
    return new Share(queue);
  }

  @Override
  public void leave(Share share) {}

  @Override
  public void startFrom(Share share, double cost) {}

  @Override
  public Optional<Decided> decide(Instant now) {
    return Optional.empty();
  }

  @Override
  public boolean interrupt() {
    return false;
  }

  @Override
  public Optional<RateBound> limit(Share share) {
    return Optional.empty();
  }

  @Override
  public Optional<RateBound> wouldBe(Share share) {
    return Optional.empty();
  }

  @Override
  public CapacityEstimate capacity(Instant now) {
    return CAPACITY;
  }

  @Override
  public Optional<Double> carried() {
    return carried;
  }

  @Override
  public CapacityMemory memory() {
    return CapacityMemory.NONE;
  }

  @Override
  public Standing standing() {
    return new Standing(Optional.empty(), isShort, Phase.LEARNING, "", intervalsSinceMove, 0);
  }
}
