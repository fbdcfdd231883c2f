package io.oasis.manager.server.rest;

import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.fleet.Gathering;
import io.oasis.manager.server.fleet.Gathering.Gathered;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.Software;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The managers that share the domains. */
@RestController
@RequestMapping(path = ManagersController.PATH, produces = "application/json")
@Tag(name = "managers", description = "Which manager decides for what.")
public class ManagersController {
  static final String PATH = "/api/v1/managers";

  private final Advertised advertised;
  private final Status status;
  private final DomainRegistry registry;
  private final Gathering gathering;

  public ManagersController(
      Advertised advertised, Status status, DomainRegistry registry, Gathering gathering) {
    this.advertised = advertised;
    this.status = status;
    this.registry = registry;
    this.gathering = gathering;
  }

  /**
   * All managers; the one that answers first.
   *
   * @param asked the address of the one that answers
   * @param unanswered those that do not answer; absent when all do
   */
  public record Managers(
      String asked,
      @ArraySchema(schema = @Schema(implementation = Manager.class)) List<?> managers,
      @Nullable List<Gathering.Silent> unanswered) {}

  /**
   * One manager.
   *
   * @param manager by what address the others reach it
   * @param release that it is of
   * @param domains that it decides for
   */
  public record Manager(
      String manager,
      String release,
      boolean deciding,
      String reason,
      Instant since,
      List<String> domains) {}

  @GetMapping
  @Operation(
      summary = "The managers that share the domains, and who decides for which",
      description = "The one that is asked comes first.")
  public Managers managers(@Nullable Authentication caller) throws InterruptedException {
    StreamsStatus now = status.now();
    Manager own =
        new Manager(
            advertised.address(),
            Software.current(),
            now.deciding(),
            now.reason(),
            now.since(),
            registry.all().stream().map(view -> view.domain().value()).toList());
    Gathered all = gathering.of(caller, PATH, "managers", List.of(own));
    return new Managers(own.manager(), all.elements(), all.unanswered());
  }
}
