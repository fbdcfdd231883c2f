package io.oasis.manager.server.rest;

import io.oasis.manager.server.fleet.Gathering;
import io.oasis.manager.server.fleet.Gathering.Gathered;
import io.oasis.manager.server.view.DomainRegistry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** What the adapters found about the limits in force. */
@RestController
@RequestMapping(path = "/api/v1", produces = "application/json")
@Tag(name = "doctor", description = "Whether every limit does what it should, and if not why.")
public class DoctorController {
  private static final Comparator<JsonNode> WORST =
      Comparator.comparingInt((JsonNode node) -> node.at("/badge/wrong").asInt(0)).reversed();

  private static final Comparator<JsonNode> BY_NAME =
      Comparator.comparing(node -> node.path("domain").asString(""));

  private final DomainRegistry registry;
  private final Gathering gathering;

  public DoctorController(DomainRegistry registry, Gathering gathering) {
    this.registry = registry;
    this.gathering = gathering;
  }

  /**
   * All domains.
   *
   * @param unanswered managers whose domains are missing; absent: none
   */
  public record Domains(
      @ArraySchema(schema = @Schema(implementation = DoctorShape.class)) List<?> domains,
      @Nullable List<Gathering.Silent> unanswered) {}

  @GetMapping("/doctor")
  @Operation(summary = "Every limit of every domain; domains with something wrong first")
  public Domains all(@Nullable Authentication caller) throws InterruptedException {
    List<DoctorShape> own = registry.all().stream().map(DoctorShape::of).toList();
    Gathered all = gathering.of(caller, "/api/v1/doctor", "domains", own);
    return new Domains(
        all.elements().stream().sorted(WORST.thenComparing(BY_NAME)).toList(), all.unanswered());
  }

  @GetMapping("/domains/{domain}/doctor")
  @Operation(
      summary = "Every limit of a domain",
      description =
          "Desired, written, read back, observed; the verdict, its cause and what would mend it."
              + " Adapters report every 5 s.")
  public DoctorShape one(@Slugged @PathVariable String domain) {
    return DoctorShape.of(DomainsController.find(registry, domain));
  }
}
