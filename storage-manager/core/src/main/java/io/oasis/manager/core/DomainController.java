package io.oasis.manager.core;

import io.oasis.protocol.DomainId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Decides for one domain. Not thread-safe: its shell has one thread per domain. */
public final class DomainController {
  private final DomainId domain;

  public DomainController(
      DomainId domain,
      ControllerConfig config,
      Optional<DomainHeader> header,
      Collection<QueueMemory> queues) {
    this.domain = domain;
  }

  public DomainId domain() {
    return domain;
  }

  /** Takes one input; {@code now} never goes back. */
  public List<Effect> on(Input input, Instant now) {
    return List.of();
  }

  /** The domain as people see it. */
  public DomainView view(Instant now) {
    throw new UnsupportedOperationException();
  }
}
