package io.oasis.manager.server.live;

import io.oasis.manager.server.access.Passes;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.fleet.Gathering;
import io.oasis.manager.server.fleet.Gathering.Gathered;
import io.oasis.manager.server.fleet.Peers;
import io.oasis.manager.server.fleet.Tails;
import io.oasis.manager.server.rest.DomainShape;
import io.oasis.manager.server.rest.DomainsController;
import java.io.Closeable;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What other managers have for one listener. */
record Elsewhere(
    Fleet fleet, Peers peers, Gathering gathering, @Nullable Authentication caller, String target) {
  private static final JsonMapper JSON = new JsonMapper();

  /** All domains in short, with these. */
  Gathered domains(List<DomainShape> own) throws InterruptedException {
    return gathering.of(caller, DomainsController.PATH, "domains", own);
  }

  /**
   * Follows what they push; a listener whom another manager sent here follows them itself.
   *
   * @param events takes the text of one event, or of several
   */
  Closeable follow(Consumer<String> events) {
    if (Passes.isSentOn(caller)) {
      return () -> {};
    }
    return Tails.follow(
        fleet,
        peers,
        caller,
        target,
        (name, text) -> {
          switch (name) {
            case "heartbeat" -> {} // each manager has its own
            case "domains" -> events.accept(oneByOne(text));
            default -> events.accept(text);
          }
        });
  }

  /** All domains of a manager that comes, or comes back, are some domains of ours. */
  private static String oneByOne(String text) {
    StringBuilder events = new StringBuilder();
    for (JsonNode domain : JSON.readTree(text.substring(text.indexOf('{'))).path("domains")) {
      events.append("event: domain\ndata: ").append(domain).append("\n\n");
    }
    return events.toString();
  }
}
