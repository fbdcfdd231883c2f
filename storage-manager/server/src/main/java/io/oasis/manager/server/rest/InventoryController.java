package io.oasis.manager.server.rest;

import io.oasis.manager.server.view.Inventory;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Topic;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the agents found on their hosts. */
@RestController
@RequestMapping(path = "/api/v1/inventory", produces = "application/json")
@Tag(name = "inventory", description = "Hosts, their LUNs and applications.")
public class InventoryController {
  private final Inventory inventory;

  public InventoryController(Inventory inventory) {
    this.inventory = inventory;
  }

  /** All hosts that have ever reported. */
  public record Hosts(List<Host> hosts) {}

  /** One host, and what its agent is. */
  public record Host(
      String host,
      Instant at,
      List<Lun> luns,
      List<String> applications,
      Optional<SoftwareShape> software) {}

  /**
   * One LUN.
   *
   * @param domain the one the agent proposes, and {@code domainReason} why
   */
  public record Lun(
      String lun,
      String slug,
      String device,
      String identitySource,
      String domain,
      String domainSlug,
      String domainReason,
      long sizeBytes) {}

  @GetMapping
  @Operation(summary = "Hosts, their LUNs with the domain proposed for each, their applications")
  public Hosts inventory() {
    return new Hosts(inventory.hosts().stream().map(InventoryController::hostOf).toList());
  }

  private static Host hostOf(HostInventory host) {
    return new Host(
        host.host().value(),
        host.at(),
        host.luns().stream().map(InventoryController::lunOf).toList(),
        host.applications().stream().map(ApplicationId::value).toList(),
        host.software().map(software -> SoftwareShape.of(software, Topic.GRANTS)));
  }

  private static Lun lunOf(HostInventory.Lun lun) {
    return new Lun(
        lun.lun().value(),
        Slug.of(lun.lun().value()),
        lun.device(),
        lun.identitySource(),
        lun.domain().value(),
        Slug.of(lun.domain().value()),
        lun.domainReason(),
        lun.sizeBytes());
  }
}
