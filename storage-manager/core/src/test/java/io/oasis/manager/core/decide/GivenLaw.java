package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/** Limits whoever has a share to what a test says, and knows what it says. */
public final class GivenLaw implements Law {
  public static final CapacityEstimate CAPACITY =
      new CapacityEstimate(
          0, Optional.empty(), 0, Optional.empty(), 65_536, false, CapacityEstimate.Source.NONE, 0);

  public Optional<RateBound> limit = Optional.empty();
  public Optional<RateBound> wouldBe = Optional.empty();
  public CapacityMemory memory = CapacityMemory.NONE;
  public Optional<Double> carried = Optional.empty();
  public boolean isShort;
  public long intervalsSinceMove;

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
    return share.isLimited() ? limit : Optional.empty();
  }

  @Override
  public Optional<RateBound> wouldBe(Share share) {
    return wouldBe;
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
    return memory;
  }

  @Override
  public Standing standing() {
    return new Standing(Optional.empty(), isShort, Phase.LEARNING, "", intervalsSinceMove, 0);
  }
}
