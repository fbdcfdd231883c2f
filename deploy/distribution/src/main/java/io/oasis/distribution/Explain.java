package io.oasis.distribution;

import io.oasis.protocol.Check;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Why a queue gets what it gets. */
@Command(
    name = "explain",
    description = "Say why a queue gets what it gets.",
    mixinStandardHelpOptions = true)
final class Explain implements Callable<Integer> {
  @Parameters(
      paramLabel = "QUEUE",
      description = "application|lun, or a part of it that only one queue has.")
  private String wanted;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private UrlOption url = new UrlOption();

  @Spec private CommandSpec spec;

  private record Found(String domain, String queue) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ManagerClient client = url.client()) {
      Found found = only(matching(client));
      JsonNode answer =
          client
              .explain(found.domain(), found.queue())
              .orElseThrow(() -> new IllegalArgumentException("queue = " + wanted + ": is gone"));
      if (json) {
        out.println(answer);
      } else {
        out.println(Check.printable(found.queue() + " in " + found.domain()));
        sentences(answer).stream().map(Check::printable).forEach(out::println);
      }
      return 0;
    }
  }

  private List<Found> matching(ManagerClient client) {
    return client.domains().stream()
        .map(domain -> domain.path("domain").asString(""))
        .flatMap(
            domain ->
                client.queues(domain).stream()
                    .map(queue -> new Found(domain, queue.path("queue").asString(""))))
        .filter(found -> found.queue().contains(wanted))
        .toList();
  }

  private Found only(List<Found> found) {
    List<Found> exact = found.stream().filter(f -> f.queue().equals(wanted)).toList();
    if (exact.size() == 1) {
      return exact.getFirst();
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "queue = " + wanted + ": no queue is called so; `oasis top` lists them");
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "queue = %s: is part of %d names, such as %s and %s"
              .formatted(wanted, found.size(), found.get(0).queue(), found.get(1).queue()));
    }
    return found.getFirst();
  }

  /** The sentences of the answer. */
  private static List<String> sentences(JsonNode answer) {
    JsonNode list = answer.isArray() ? answer : answer.path("words");
    if (!list.isArray()) {
      return List.of(answer.path("explanation").asString(answer.toString()));
    }
    return list.values().stream().map(sentence -> sentence.asString("")).toList();
  }
}
