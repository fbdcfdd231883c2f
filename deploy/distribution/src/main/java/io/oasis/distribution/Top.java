package io.oasis.distribution;

import io.oasis.distribution.process.Wait;
import io.oasis.protocol.Check;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Domains and their queues in the terminal. */
@Command(
    name = "top",
    description = "Show domains and queues: what each gets, wants and may have.",
    mixinStandardHelpOptions = true)
final class Top implements Callable<Integer> {
  private static final Duration REFRESH = Duration.ofSeconds(1);

  /** Queues shown per domain; --json has them all. */
  private static final int MAX_QUEUES = 15;

  @Mixin private UrlOption url = new UrlOption();

  @Option(names = "--once", description = "Print once and end.")
  private boolean once;

  @Option(names = "--json", description = "Print one JSON object and end.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ManagerClient client = url.client()) {
      if (json) {
        out.println(asJson(client));
        return 0;
      }
      boolean live = !once && System.console() != null && System.console().isTerminal();
      do {
        String page = page(client);
        out.print(live ? "\033[H\033[2J" + page : page);
        out.flush();
      } while (live && Wait.pause(REFRESH));
    }
    return 0;
  }

  private static String asJson(ManagerClient client) {
    ObjectNode root = new JsonMapper().createObjectNode();
    ArrayNode domains = root.putArray("domains");
    for (JsonNode domain : client.domains()) {
      ObjectNode copy = ((ObjectNode) domain).deepCopy();
      copy.putArray("queueList").addAll(client.queues(text(domain, "domain")));
      domains.add(copy);
    }
    return root.toString();
  }

  static String page(ManagerClient client) {
    StringBuilder page = new StringBuilder();
    List<JsonNode> domains = client.domains();
    if (domains.isEmpty()) {
      page.append("no agent has reported yet\n");
    }
    for (JsonNode domain : domains) {
      String id = text(domain, "domain");
      page.append(heading(domain, id)).append('\n');
      List<JsonNode> queues = client.queues(id);
      page.append(
          line("  %-44s %10s %10s %10s %10s  %s", "queue", "IOPS", "demand", "limit", "ms", "why"));
      queues.stream().limit(MAX_QUEUES).forEach(queue -> page.append(row(queue)));
      if (queues.size() > MAX_QUEUES) {
        page.append("  and ").append(queues.size() - MAX_QUEUES).append(" more\n");
      }
    }
    return page.toString();
  }

  private static String heading(JsonNode domain, String id) {
    List<String> words = new ArrayList<>();
    words.add(id);
    words.add(text(domain, "mode"));
    JsonNode capacity = domain.path("capacity");
    words.add(
        "capacity "
            + number(capacity.path("lowerIops"))
            + " to "
            + number(capacity.path("upperIops"))
            + " IOPS");
    words.add(domain.path("stability").path("converged").asBoolean(false) ? "converged" : "moving");
    return Check.printable(String.join("  ", words));
  }

  private static String row(JsonNode queue) {
    return line(
        "  %-44s %10s %10s %10s %10s  %s",
        shorten(text(queue, "application"), 44),
        number(queue.path("usageIops")),
        number(queue.path("demandIops")),
        number(queue.path("limitIops")),
        String.format(Locale.ROOT, "%.1f", queue.path("meanLatencyMicros").asDouble(0) / 1000),
        text(queue, "reason"));
  }

  private static String line(String format, Object... values) {
    return Check.printable(String.format(Locale.ROOT, format, values)).stripTrailing() + "\n";
  }

  private static String number(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%.0f", value.asDouble()) : "-";
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  private static String shorten(String text, int width) {
    return text.length() <= width ? text : "..." + text.substring(text.length() - width + 3);
  }
}
