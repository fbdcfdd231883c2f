package io.oasis.manager.server.rest;

import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.RoundPicture;
import io.oasis.manager.planners.coschedule.Wish;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Plans the round of a cluster. Changes nothing; one plan at a time, because one may take long. */
@RestController
@RequestMapping(path = "/api/v1/plan/coschedule", consumes = "application/json")
@Tag(name = "plan", description = "What could be done; nothing is changed.")
public class CoscheduleController {
  static final String SVG = "image/svg+xml";

  private final Coscheduler coscheduler;
  private final Semaphore turn = new Semaphore(1);

  public CoscheduleController(ExactSolver solver) {
    this.coscheduler = new Coscheduler(solver, Limits.DEFAULT);
  }

  @PostMapping(produces = "application/json")
  @Operation(summary = "When each workload of a cluster has which servers, or why it cannot be")
  public ResponseEntity<?> plan(@RequestBody CoscheduleShape.Request request) {
    Wish wish = wish(request);
    return planned(
        cluster(request),
        wish,
        plan -> ResponseEntity.ok(CoscheduleShape.of(wish.geometry(), plan)));
  }

  @PostMapping(produces = SVG)
  @Operation(
      summary = "The same as a picture of the round",
      description = "422 and the reason when there is no schedule.")
  public ResponseEntity<?> picture(@RequestBody CoscheduleShape.Request request) {
    return planned(
        cluster(request),
        wish(request),
        plan ->
            switch (plan.result()) {
              case Plan.Planned planned ->
                  ResponseEntity.ok()
                      .contentType(MediaType.valueOf(SVG))
                      .body(RoundPicture.of(planned.schedule()));
              case Plan.Impossible impossible -> refused(impossible.conflict().words());
              case Plan.Undecided undecided -> refused(undecided.why());
            });
  }

  /** What is made of a plan. */
  private interface Answer {
    ResponseEntity<?> of(Plan plan);
  }

  private ResponseEntity<?> planned(Cluster cluster, Wish wish, Answer answer) {
    if (!turn.tryAcquire()) {
      return Problems.response(
          Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "Another plan is being made; ask again."));
    }
    try {
      return answer.of(coscheduler.plan(cluster, wish));
    } finally {
      turn.release();
    }
  }

  private static ResponseEntity<Object> refused(String why) {
    return Problems.response(Problems.of(HttpStatus.UNPROCESSABLE_CONTENT, why));
  }

  private static Cluster cluster(CoscheduleShape.Request request) {
    try {
      return CoscheduleShape.clusterOf(request);
    } catch (IllegalArgumentException e) {
      throw BadValue.of("", e);
    }
  }

  private static Wish wish(CoscheduleShape.Request request) {
    try {
      return CoscheduleShape.wishOf(request);
    } catch (IllegalArgumentException e) {
      throw BadValue.of("", e);
    }
  }
}
