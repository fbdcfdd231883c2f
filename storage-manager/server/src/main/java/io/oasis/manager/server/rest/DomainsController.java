package io.oasis.manager.server.rest;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.fleet.Gathering;
import io.oasis.manager.server.fleet.Gathering.Gathered;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Mode;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Domains, their queues, grants and decisions. Reads views, nothing else. */
@RestController
@RequestMapping(path = DomainsController.PATH, produces = "application/json")
@Tag(name = "domains", description = "What shares a bottleneck, and who gets what of it.")
public class DomainsController {
  public static final String PATH = "/api/v1/domains";

  private static final int MAX_QUEUES = 10_000;
  private static final int MAX_DECISIONS = 1_000;

  private final DomainRegistry registry;
  private final Gathering gathering;

  public DomainsController(DomainRegistry registry, Gathering gathering) {
    this.registry = registry;
    this.gathering = gathering;
  }

  /**
   * All domains.
   *
   * @param unanswered managers whose domains are missing; absent: none
   */
  public record Domains(
      @ArraySchema(schema = @Schema(implementation = DomainShape.class)) List<?> domains,
      @Nullable List<Gathering.Silent> unanswered) {}

  /** Queues of a domain, the busiest first. */
  public record Queues(String domain, int total, List<QueueShape> queues) {}

  /** Grants of a domain, the busiest queue first. */
  public record Grants(
      String domain, String version, Mode mode, int total, List<QueueShape.GrantShape> grants) {}

  /** Decisions of a domain, the newest first. */
  public record Decisions(String domain, List<DecisionShape> decisions) {}

  /** Why a queue gets what it gets, in sentences. */
  public record Explanation(String domain, String queue, String version, List<String> words) {}

  @GetMapping
  @Operation(summary = "All domains, whichever manager decides for them")
  public Domains domains(@Nullable Authentication caller) throws InterruptedException {
    List<DomainShape> own = registry.all().stream().map(DomainShape::of).toList();
    Gathered all = gathering.of(caller, PATH, "domains", own);
    return new Domains(
        all.elements().stream()
            .sorted(Comparator.comparing(node -> node.path("domain").asString("")))
            .toList(),
        all.unanswered());
  }

  @GetMapping("/{domain}")
  @Operation(summary = "One domain")
  public DomainShape domain(@Slugged @PathVariable String domain) {
    return DomainShape.of(find(registry, domain));
  }

  @GetMapping("/{domain}/queues")
  @Operation(summary = "Queues of a domain, the busiest first")
  public Queues queues(
      @Slugged @PathVariable String domain,
      @Parameter(description = "1 to 10000") @RequestParam(defaultValue = "1000") int limit) {
    DomainView view = find(registry, domain);
    return new Queues(
        view.domain().value(), view.queues().size(), busiest(view, limit, MAX_QUEUES));
  }

  @GetMapping("/{domain}/grants")
  @Operation(summary = "What each queue was granted")
  public Grants grants(
      @Slugged @PathVariable String domain,
      @Parameter(description = "1 to 10000") @RequestParam(defaultValue = "1000") int limit) {
    DomainView view = find(registry, domain);
    return new Grants(
        view.domain().value(),
        DecisionShape.text(view.version()),
        view.rails().mode(),
        view.queues().size(),
        busiest(view, limit, MAX_QUEUES).stream().map(QueueShape.GrantShape::of).toList());
  }

  @GetMapping("/{domain}/decisions")
  @Operation(summary = "The latest decisions that changed something, the newest first")
  public Decisions decisions(
      @Slugged @PathVariable String domain,
      @Parameter(description = "1 to 1000") @RequestParam(defaultValue = "20") int limit) {
    DomainView view = find(registry, domain);
    requireLimit(limit, MAX_DECISIONS);
    return new Decisions(
        view.domain().value(),
        view.decided().recent().stream().limit(limit).map(DecisionShape::of).toList());
  }

  @GetMapping("/{domain}/queues/{queue}/explain")
  @Operation(summary = "Why a queue gets what it gets, in sentences")
  public Explanation explain(
      @Slugged @PathVariable String domain, @Slugged @PathVariable String queue) {
    DomainView view = find(registry, domain);
    DomainView.QueueView found = find(view, queue);
    return new Explanation(
        view.domain().value(),
        found.queue().toString(),
        DecisionShape.text(view.version()),
        Words.explain(view, found));
  }

  @GetMapping("/{domain}/queues/{queue}/receipts")
  @Operation(
      summary = "Where a queue's latency came from, by the minute",
      description =
          "Device, neighbours, our limit, its own I/O, unexplained: the parts add up to the total.")
  public ReceiptShape receipts(
      @Slugged @PathVariable String domain, @Slugged @PathVariable String queue) {
    DomainView view = find(registry, domain);
    return ReceiptShape.of(view, find(view, queue));
  }

  private static DomainView.QueueView find(DomainView view, String slug) {
    String id = Slug.parse("queue", slug);
    return view.queues().stream()
        .filter(each -> each.queue().toString().equals(id))
        .findFirst()
        .orElseThrow(() -> new NotThere("queue", id));
  }

  public static DomainView find(DomainRegistry registry, String slug) {
    DomainId id = idOf(slug);
    return registry.find(id).orElseThrow(() -> new NotThere("domain", id.value()));
  }

  public static DomainId idOf(String slug) {
    try {
      return new DomainId(Slug.parse("domain", slug));
    } catch (IllegalArgumentException e) {
      throw BadValue.of("", e);
    }
  }

  private static List<QueueShape> busiest(DomainView view, int limit, int most) {
    requireLimit(limit, most);
    return view.queues().stream()
        .sorted(QueueShape.BUSIEST)
        .limit(limit)
        .map(QueueShape::of)
        .toList();
  }

  static void requireLimit(int limit, int most) {
    if (limit < 1 || limit > most) {
      throw new BadValue("limit", limit, "must be between 1 and " + most);
    }
  }
}
