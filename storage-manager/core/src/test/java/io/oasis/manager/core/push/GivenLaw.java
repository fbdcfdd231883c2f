package io.oasis.manager.core.push;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.decide.Decided;
import io.oasis.manager.core.decide.Law;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/** Limits whoever has a share to what a test says. */
final class GivenLaw implements Law {
  Optional<RateBound> limit = Optional.empty();
  Optional<RateBound> wouldBe = Optional.empty();
  CapacityMemory memory = CapacityMemory.NONE;

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
  public Advice judge() {
    return new Advice.GoOn();
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
  public Optional<Decision.Earned> earned(Share share) {
    return Optional.empty();
  }

  @Override
  public boolean isAtWork() {
    return false;
  }

  @Override
  public boolean isProbing() {
    return false;
  }

  @Override
  public CapacityEstimate capacity(Instant now) {
    return new CapacityEstimate(
        0, Optional.empty(), 0, Optional.empty(), 1, false, CapacityEstimate.Source.NONE, 0);
  }

  @Override
  public Optional<Double> carried() {
    return Optional.empty();
  }

  @Override
  public CapacityMemory memory() {
    return memory;
  }

  @Override
  public Standing standing() {
    return new Standing(Optional.empty(), false, Phase.WATCHING, "", 0, 0);
  }
}
