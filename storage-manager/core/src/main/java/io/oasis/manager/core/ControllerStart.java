package io.oasis.manager.core;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.JournalStart.Remembered;
import io.oasis.protocol.JournalStart.RememberedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that a controller begins with; what it does afterwards is a function of this, its inputs and
 * their times.
 *
 * @param header and {@code queues}: what the last controller of the domain kept; empty for a new
 *     one
 */
public record ControllerStart(
    DomainId domain,
    ControllerConfig config,
    Optional<DomainHeader> header,
    List<QueueMemory> queues) {
  public ControllerStart {
    queues = List.copyOf(queues);
  }

  /** As the journal has it. */
  public static ControllerStart of(JournalStart journaled) {
    DomainId domain = journaled.domain();
    return new ControllerStart(
        domain,
        new ControllerConfig(
            Duration.ofMillis(journaled.intervalMillis()),
            Duration.ofMillis(journaled.leaseMillis()),
            journaled.initialMode(),
            journaled.initialPolicy()),
        journaled.remembered().map(remembered -> header(domain, remembered)),
        journaled.queues().stream()
            .map(
                queue ->
                    new QueueMemory(
                        queue.queue(), queue.allocation(), queue.meanBytes(), queue.readShare()))
            .toList());
  }

  private static DomainHeader header(DomainId domain, Remembered remembered) {
    return new DomainHeader(
        domain,
        remembered.version(),
        remembered.rails(),
        new CapacityMemory(
            remembered.capacityCenter(),
            remembered.capacityDeviation(),
            remembered.capacityLower()),
        remembered.hosts());
  }

  /** For the journal. */
  public JournalStart journaled(Instant at) {
    return new JournalStart(
        domain,
        at,
        config.interval().toMillis(),
        config.lease().toMillis(),
        config.initialMode(),
        config.initialPolicy(),
        header.map(ControllerStart::remembered),
        queues.stream()
            .map(
                queue ->
                    new RememberedQueue(
                        queue.queue(), queue.allocation(), queue.meanBytes(), queue.readShare()))
            .toList());
  }

  private static Remembered remembered(DomainHeader header) {
    CapacityMemory capacity = header.capacity();
    return new Remembered(
        header.version(),
        header.rails(),
        capacity.center(),
        capacity.deviation(),
        capacity.lower(),
        header.hosts());
  }

  /** The same with another policy, whatever the operator had said. */
  public ControllerStart by(String policy) {
    return new ControllerStart(
        domain,
        new ControllerConfig(config.interval(), config.lease(), config.initialMode(), policy),
        header.map(
            kept ->
                new DomainHeader(
                    kept.domain(),
                    kept.version(),
                    kept.rails().by(policy),
                    kept.capacity(),
                    kept.hosts())),
        queues);
  }

  public DomainController controller() {
    return new DomainController(domain, config, header, queues);
  }
}
