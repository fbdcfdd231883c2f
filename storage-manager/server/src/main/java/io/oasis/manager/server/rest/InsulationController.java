package io.oasis.manager.server.rest;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Plans how a disk and its cache are shared. Changes nothing. */
@RestController
@RequestMapping(
    path = "/api/v1/plan/insulation",
    consumes = "application/json",
    produces = "application/json")
@Tag(name = "plan", description = "What could be done; nothing is changed.")
public class InsulationController {
  @PostMapping
  @Operation(
      summary = "Access size, slices and partitions with which each keeps its efficiency",
      description = "Whom that cannot be promised is told what is missing.")
  public InsulationShape plan(@RequestBody InsulationShape.Request request) {
    try {
      return InsulationShape.plan(request);
    } catch (IllegalArgumentException e) {
      throw BadValue.of("", e);
    }
  }
}
