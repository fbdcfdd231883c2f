package io.oasis.manager.core.decide;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.manager.core.law.CausalLaw;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.Optional;

/**
 * The law that the domain's policy names: {@link CausalLaw}, the default, or sharing out a capacity
 * that is measured, for those who compare. The one that does not decide keeps what it knows.
 */
public final class Chosen implements Law {
  private final Domain domain;
  private final Decider sharing;
  private final Asking asking;

  public Chosen(Domain domain, CapacityMemory memory) {
    this.domain = domain;
    sharing = new Decider(domain, memory);
    asking = new Asking(domain, memory);
  }

  private Law law() {
    return Way.of(domain.rails().policy()) == Way.BY_CAPACITY ? sharing : asking;
  }

  /** It is decided in another way from now on; all limits are released. */
  public void begin() {
    domain.setOnTrial(false);
    asking.begin();
  }

  @Override
  public Share join(HeardQueue queue) {
    return asking.join(sharing.join(queue));
  }

  @Override
  public void leave(Share share) {
    sharing.leave(share);
    asking.leave(share);
  }

  @Override
  public void startFrom(Share share, double cost) {
    law().startFrom(share, cost);
  }

  @Override
  public Optional<Decided> decide(Instant now) {
    return law().decide(now);
  }

  @Override
  public boolean interrupt() {
    return law().interrupt();
  }

  @Override
  public Advice judge() {
    return law().judge();
  }

  @Override
  public Optional<RateBound> limit(Share share) {
    return law().limit(share);
  }

  @Override
  public Optional<RateBound> wouldBe(Share share) {
    return law().wouldBe(share);
  }

  @Override
  public Optional<Decision.Earned> earned(Share share) {
    return law().earned(share);
  }

  @Override
  public boolean isAtWork() {
    return law().isAtWork();
  }

  @Override
  public boolean isProbing() {
    return law().isProbing();
  }

  @Override
  public CapacityEstimate capacity(Instant now) {
    return law().capacity(now);
  }

  @Override
  public Optional<Double> carried() {
    return law().carried();
  }

  @Override
  public CapacityMemory memory() {
    return law().memory();
  }

  @Override
  public Standing standing() {
    return law().standing();
  }
}
