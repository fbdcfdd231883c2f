package io.oasis.manager.server.rest;

import io.oasis.manager.server.view.AuditLog;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.RailsChange;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who changed what, when and why. */
@RestController
@RequestMapping("/api/v1/audit")
@Tag(name = "audit", description = "Who changed modes and guard rails, when and why.")
public class AuditController {
  static final String CSV = "text/csv";

  private static final int MAX_CHANGES = 10_000;

  private final AuditLog log;

  public AuditController(AuditLog log) {
    this.log = log;
  }

  /** Changes, the newest first. */
  public record Audit(List<Entry> changes) {}

  /**
   * One change.
   *
   * @param actor who made it, as the manager knew them
   * @param differences field by field; the first where there are more than 500
   */
  public record Entry(
      Instant at,
      String domain,
      String slug,
      long revision,
      @Nullable String actor,
      @Nullable String reason,
      int totalDifferences,
      List<Difference> differences) {
    static Entry of(RailsChange change) {
      return new Entry(
          change.change().at(),
          change.domain().value(),
          Slug.of(change.domain().value()),
          change.change().revision(),
          change.change().actor().orElse(null),
          change.change().reason().orElse(null),
          change.totalDifferences(),
          change.differences().stream()
              .map(
                  each ->
                      new Difference(
                          each.field(), each.before().orElse(null), each.after().orElse(null)))
              .toList());
    }
  }

  /** One field of a change. */
  public record Difference(String field, @Nullable String before, @Nullable String after) {}

  @GetMapping(produces = "application/json")
  @Operation(
      summary = "Changes that came into force, the newest first",
      description = "With format=csv as a table.")
  public Audit audit(
      @Slugged @RequestParam(required = false) @Nullable String domain,
      @Parameter(description = "1 to 10000") @RequestParam(defaultValue = "1000") int limit) {
    return new Audit(changes(domain, limit).map(Entry::of).toList());
  }

  @GetMapping(params = "format=csv", produces = CSV)
  @Operation(
      summary = "The same as a table, a row per field",
      description = "No cell is one that a spreadsheet would compute.")
  public String csv(
      @Slugged @RequestParam(required = false) @Nullable String domain,
      @RequestParam(defaultValue = "1000") int limit) {
    StringBuilder csv = new StringBuilder("at,domain,revision,actor,reason,field,before,after\r\n");
    changes(domain, limit)
        .forEach(
            change -> {
              for (RailsChange.Difference each : change.differences()) {
                row(
                    csv,
                    change.change().at().toString(),
                    change.domain().value(),
                    Long.toString(change.change().revision()),
                    change.change().actor().orElse(""),
                    change.change().reason().orElse(""),
                    each.field(),
                    each.before().orElse(""),
                    each.after().orElse(""));
              }
            });
    return csv.toString();
  }

  private Stream<RailsChange> changes(@Nullable String domain, int limit) {
    DomainsController.requireLimit(limit, MAX_CHANGES);
    Optional<DomainId> only = Optional.ofNullable(domain).map(DomainsController::idOf);
    return log.changes().stream()
        .filter(change -> only.map(change.domain()::equals).orElse(true))
        .sorted(Comparator.comparing((RailsChange change) -> change.change().at()).reversed())
        .limit(limit);
  }

  private static void row(StringBuilder csv, String... cells) {
    for (int i = 0; i < cells.length; i++) {
      csv.append(i == 0 ? "" : ",").append(cell(cells[i]));
    }
    csv.append("\r\n");
  }

  /** In quotes (RFC 4180); an apostrophe before what spreadsheets take for a formula. */
  private static String cell(String text) {
    String plain = text.matches("(?s)[=+\\-@\\t\\r].*") ? "'" + text : text;
    return '"' + plain.replace("\"", "\"\"") + '"';
  }
}
