package io.oasis.manager.server.fleet;

import io.oasis.manager.server.access.Passes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks all other managers for a list, at once; who does not answer is named. */
public final class Gathering {
  /** A page waits for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final int OK = 200;

  private final Fleet fleet;
  private final Peers peers;
  private final JsonMapper json;

  public Gathering(Fleet fleet, Peers peers, JsonMapper json) {
    this.fleet = fleet;
    this.peers = peers;
    this.json = json;
  }

  /**
   * What came together.
   *
   * @param unanswered absent when all managers answered
   */
  public record Gathered(List<JsonNode> elements, @Nullable List<Silent> unanswered) {}

  /** A manager that did not answer, and why: what it decides for is missing. */
  public record Silent(String manager, String why) {}

  /**
   * @param caller who asks; of one who was sent here by another manager only what is here is wanted
   * @param target what to ask each for
   * @param field the list in the answer
   * @param own what there is here
   */
  public Gathered of(@Nullable Authentication caller, String target, String field, List<?> own)
      throws InterruptedException {
    List<JsonNode> elements = new ArrayList<>();
    own.forEach(each -> elements.add(json.valueToTree(each)));
    List<String> others = Passes.isSentOn(caller) ? List.of() : fleet.others();
    if (others.isEmpty()) {
      return new Gathered(elements, null);
    }
    List<Silent> silent = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<JsonNode>> asked =
          others.stream().map(one -> threads.submit(() -> ask(one, caller, target))).toList();
      for (int i = 0; i < asked.size(); i++) {
        try {
          asked.get(i).get().path(field).forEach(elements::add);
        } catch (ExecutionException e) {
          silent.add(new Silent(others.get(i), whyOf(e.getCause())));
        }
      }
    }
    return new Gathered(elements, silent.isEmpty() ? null : silent);
  }

  private JsonNode ask(String manager, @Nullable Authentication caller, String target)
      throws IOException, InterruptedException {
    try (Watched answer = peers.get(manager, caller, target, PATIENCE)) {
      if (answer.status() != OK) {
        throw Absent.of(manager, "answers " + answer.status());
      }
      return json.readTree(answer);
    }
  }

  private static String whyOf(@Nullable Throwable cause) {
    return switch (cause) {
      case Absent absent -> absent.why();
      case IOException e -> "broke off: " + e;
      case JacksonException e -> "answers what is no list: " + e.getOriginalMessage();
      case null, default -> "could not be asked: " + cause;
    };
  }
}
