package io.oasis.manager.server.live;

import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.fleet.Gathering;
import io.oasis.manager.server.fleet.Peers;
import io.oasis.manager.server.rest.DomainsController;
import io.oasis.manager.server.rest.Slug;
import io.oasis.manager.server.rest.Slugged;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Server-sent events; each connection is a virtual thread that waits for something to write. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "events", description = "What changes, as server-sent events.")
public class LiveController {
  private static final String PATH = "/api/v1/events";

  private final LiveFeed feed;
  private final DomainRegistry registry;
  private final Fleet fleet;
  private final Peers peers;
  private final Gathering gathering;

  public LiveController(
      LiveFeed feed, DomainRegistry registry, Fleet fleet, Peers peers, Gathering gathering) {
    this.feed = feed;
    this.registry = registry;
    this.fleet = fleet;
    this.peers = peers;
    this.gathering = gathering;
  }

  @GetMapping("/events")
  @Operation(
      summary = "All domains in short, and on demand one of them with its queues",
      description =
          "Events: `domains` (all, once), `domain` (one changed), `gone`, `heartbeat` every 5 s"
              + " when nothing else is sent; with `domain` also `view`, as below.")
  public void all(
      @Slugged @RequestParam(required = false) @Nullable String domain,
      @Nullable Authentication caller,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    Optional<DomainId> whole = Optional.ofNullable(domain).map(DomainsController::idOf);
    String target = PATH + whole.map(id -> "?domain=" + Slug.of(id.value())).orElse("");
    serve(whole, Optional.of(new Elsewhere(fleet, peers, gathering, caller, target)), response);
  }

  @GetMapping("/domains/{domain}/events")
  @Operation(
      summary = "One domain with its queues",
      description = "Events: `view` per decision or interval, `gone`, `heartbeat`.")
  public void one(@Slugged @PathVariable String domain, HttpServletResponse response)
      throws IOException, InterruptedException {
    DomainId id = DomainsController.find(registry, domain).domain();
    serve(Optional.of(id), Optional.empty(), response);
  }

  private void serve(
      Optional<DomainId> whole, Optional<Elsewhere> summaries, HttpServletResponse response)
      throws IOException, InterruptedException {
    response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Accel-Buffering", "no");
    if (!feed.serve(whole, summaries, response.getOutputStream())) {
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "too many listeners");
    }
  }
}
