package io.oasis.manager.server.rest;

import io.oasis.manager.server.view.DomainRegistry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the adapters found about the limits in force. */
@RestController
@RequestMapping(path = "/api/v1", produces = "application/json")
@Tag(name = "doctor", description = "Whether every limit does what it should, and if not why.")
public class DoctorController {
  private final DomainRegistry registry;

  public DoctorController(DomainRegistry registry) {
    this.registry = registry;
  }

  /** All domains. */
  public record Domains(List<DoctorShape> domains) {}

  @GetMapping("/doctor")
  @Operation(summary = "Every limit of every domain; domains with something wrong first")
  public Domains all() {
    return new Domains(
        registry.all().stream()
            .map(DoctorShape::of)
            .sorted(
                Comparator.comparingInt((DoctorShape shape) -> shape.badge().wrong()).reversed())
            .toList());
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
