package io.oasis.manager.server.rest;

import io.oasis.manager.core.PolicyNames;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.access.Role;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HarmRail;
import io.oasis.protocol.Mode;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The operator's word: guard rails and mode of a domain. */
@RestController
@RequestMapping(path = "/api/v1/domains/{domain}", produces = "application/json")
@Tag(name = "operator", description = "What an operator may say of a domain.")
public class OperatorController {
  private static final int MAX_REASON = 500;

  private final DomainRegistry registry;
  private final OperatorDesk desk;

  public OperatorController(DomainRegistry registry, OperatorDesk desk) {
    this.registry = registry;
    this.desk = desk;
  }

  @GetMapping("/guard-rails")
  @Operation(summary = "The guard rails in force")
  public RailsShape rails(@Slugged @PathVariable String domain) {
    return RailsShape.of(DomainsController.find(registry, domain));
  }

  @PutMapping(path = "/guard-rails", consumes = "application/json")
  @Operation(
      summary = "Replace all guard rails",
      description =
          "Names the revision it is based on; 409 with the present one when that is no longer it."
              + " 200 once in force, 202 when that takes longer than 5 s. Another policy, harm rail"
              + " or set of moved LUNs needs the role admin.")
  public ResponseEntity<?> putRails(
      @Slugged @PathVariable String domain,
      @RequestBody RailsShape.Change change,
      Authentication caller)
      throws InterruptedException {
    DomainId id = DomainsController.idOf(domain);
    long revision = RailsShape.required("revision", change.revision());
    UnaryOperator<GuardRails> next = next(id, change);
    String reason = Objects.requireNonNullElse(change.reason(), "").strip();
    if (reason.length() > MAX_REASON) {
      throw new BadValue("reason", reason, "must have at most " + MAX_REASON + " characters");
    }
    UnaryOperator<GuardRails> allowed =
        present -> {
          GuardRails wished = next.apply(present);
          if (isForAdmins(present, wished) && !Role.ADMIN.isOf(caller)) {
            throw new AccessDeniedException("for admins only");
          }
          return wished;
        };
    try {
      return answer(
          id,
          desk.change(id, Optional.of(revision), allowed, reason, caller.getName()),
          RailsShape::of);
    } catch (AccessDeniedException e) {
      return Problems.response(adminsOnly());
    } catch (IllegalArgumentException e) {
      throw BadValue.of("", e);
    }
  }

  /** What the change makes of those in force: their policy and harm rail, where it names none. */
  private static UnaryOperator<GuardRails> next(DomainId id, RailsShape.Change change) {
    List<GuardRails.GuardRail> rails =
        RailsShape.railsOf(RailsShape.required("rails", change.rails()));
    List<GuardRails.MovedLun> moved =
        RailsShape.movedOf(id, Objects.requireNonNullElse(change.movedLuns(), List.of()));
    String policy = change.policy();
    if (policy != null && !PolicyNames.isKnown(policy)) {
      throw new BadValue("policy", policy, PolicyNames.rule(policy));
    }
    Optional<HarmRail> harm = RailsShape.harmOf(change.harm());
    return present ->
        new GuardRails(
            id,
            present.change(),
            present.mode(),
            policy == null ? present.policy() : policy,
            rails,
            moved,
            harm.or(present::harm));
  }

  @GetMapping("/mode")
  @Operation(summary = "The mode, and what ENFORCE does or would do")
  public ModeShape mode(@Slugged @PathVariable String domain) {
    return ModeShape.of(DomainsController.find(registry, domain));
  }

  @PutMapping(path = "/mode", consumes = "application/json")
  @Operation(
      summary = "Change the mode",
      description = "200 once in force, 202 when that takes longer than 5 s.")
  public ResponseEntity<?> putMode(
      @Slugged @PathVariable String domain,
      @RequestBody ModeShape.Change change,
      Authentication caller)
      throws InterruptedException {
    DomainId id = DomainsController.idOf(domain);
    Mode mode = RailsShape.required("mode", change.mode());
    String reason = RailsShape.required("reason", change.reason()).strip();
    if (reason.isEmpty() || reason.length() > MAX_REASON) {
      throw new BadValue("reason", reason, "must say why, in 1 to " + MAX_REASON + " characters");
    }
    return answer(
        id,
        desk.change(
            id,
            Optional.ofNullable(change.revision()),
            present -> present.in(mode),
            reason,
            caller.getName()),
        ModeShape::of);
  }

  /** Whether it touches what keeps Oasis from doing harm, or what belongs to the domain at all. */
  private static boolean isForAdmins(GuardRails present, GuardRails next) {
    return !present.policy().equals(next.policy())
        || !present.harmRail().equals(next.harmRail())
        || !present.movedLuns().equals(next.movedLuns());
  }

  private static ProblemDetail adminsOnly() {
    ProblemDetail problem =
        Problems.of(
            HttpStatus.FORBIDDEN, "Policy, harm rail and moved LUNs need admin; you are operator.");
    problem.setProperty("needed", Role.ADMIN.word());
    problem.setProperty("have", Role.OPERATOR.word());
    return problem;
  }

  private static ResponseEntity<?> answer(
      DomainId domain, OperatorDesk.Answer answer, Function<DomainView, Object> shape) {
    return switch (answer) {
      case OperatorDesk.InForce(DomainView view) -> ResponseEntity.ok(shape.apply(view));
      case OperatorDesk.Sent(GuardRails rails) ->
          ResponseEntity.accepted().body(RailsShape.of(rails));
      case OperatorDesk.Outdated(DomainView present) ->
          Problems.response(outdated(present.rails()));
      case OperatorDesk.Unreachable _ ->
          Problems.response(
              Problems.of(
                  HttpStatus.SERVICE_UNAVAILABLE,
                  "The broker does not take the change; nothing was changed. Try again."));
      case OperatorDesk.Unknown _ -> throw new NotThere("domain", domain.value());
    };
  }

  private static ProblemDetail outdated(GuardRails present) {
    ProblemDetail problem =
        Problems.of(
            HttpStatus.CONFLICT,
            "The guard rails were changed meanwhile; the revision is %d. Look at them and repeat."
                .formatted(present.revision()));
    problem.setProperty("field", "revision");
    problem.setProperty("rule", "must be the present revision");
    problem.setProperty("present", RailsShape.of(present));
    return problem;
  }
}
