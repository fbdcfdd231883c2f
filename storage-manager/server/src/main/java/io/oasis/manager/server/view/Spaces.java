package io.oasis.manager.server.view;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.space.SpaceAsker;
import io.oasis.manager.core.space.SpaceShare;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.SpaceGrant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The file systems of each domain by what their hosts said last, and the answers to those who ask
 * for space. Thread-safe.
 *
 * <p>Law: an answer follows from the inventory and the figures that the operator gave. It decides
 * nothing else, and no decision knows of it.
 */
public final class Spaces {
  /** Hosts ask twice a minute; what one asked so long ago takes nothing from the others. */
  static final Duration SILENT = Duration.ofMinutes(10);

  private final Inventory inventory;
  private final DomainRegistry registry;
  private final InstantSource clock;
  private volatile Map<DomainId, Long> free;

  /**
   * @param free bytes that may be given in each domain of which that is known
   */
  public Spaces(
      Inventory inventory, DomainRegistry registry, InstantSource clock, Map<DomainId, Long> free) {
    this.inventory = inventory;
    this.registry = registry;
    this.clock = clock;
    this.free = Map.copyOf(free);
  }

  /** Takes other figures. */
  public void take(Map<DomainId, Long> figures) {
    free = Map.copyOf(figures);
  }

  /** What may be given in a domain; absent: nobody said. */
  public OptionalLong free(DomainId domain) {
    Long bytes = free.get(domain);
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  /** All file systems of a domain whose hosts speak, those that ask for nothing too. */
  public List<SpaceAsker> of(DomainId domain) {
    return in(domain, inventory.hosts());
  }

  /** What those are answered that ask for space in a domain. */
  public List<SpaceGrant> answers(DomainId domain) {
    return SpaceShare.of(free(domain), in(domain, inventory.asking()));
  }

  private List<SpaceAsker> in(DomainId domain, Collection<HostInventory> hosts) {
    Instant oldest = clock.instant().minus(SILENT);
    return hosts.stream()
        .filter(host -> !host.at().isBefore(oldest))
        .flatMap(
            host ->
                host.luns().stream()
                    .filter(lun -> isIn(domain, lun))
                    .flatMap(lun -> askers(host, lun)))
        .toList();
  }

  private static Stream<SpaceAsker> askers(HostInventory host, HostInventory.Lun lun) {
    return lun.space().orElse(List.of()).stream()
        .map(request -> new SpaceAsker(host.host(), lun.lun(), request));
  }

  /** As agents propose it, unless the operator moved the LUN. */
  private boolean isIn(DomainId domain, HostInventory.Lun lun) {
    if (lun.space().isEmpty()) {
      return false;
    }
    if (lun.domain().equals(domain)) {
      return registry.find(domain).stream()
          .flatMap(view -> view.rails().movedLuns().stream())
          .noneMatch(moved -> moved.lun().equals(lun.lun()));
    }
    return registry.find(domain).filter(view -> hasQueueOn(view, lun)).isPresent();
  }

  /** How a domain shows LUNs that were moved to it, whoever decides for the one they came from. */
  private static boolean hasQueueOn(DomainView view, HostInventory.Lun lun) {
    return view.queues().stream().anyMatch(queue -> queue.queue().lun().equals(lun.lun()));
  }
}
