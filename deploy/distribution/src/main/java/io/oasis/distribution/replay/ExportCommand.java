package io.oasis.distribution.replay;

import io.oasis.distribution.KafkaOptions;
import io.oasis.distribution.MissingException;
import io.oasis.lab.replay.Assembly;
import io.oasis.lab.replay.Recording;
import io.oasis.messaging.LinkConfig;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis replay export}: what a live manager decided, as a recording. */
@Command(
    name = "export",
    description =
        "Writes what a manager was given and what it decided, from the topics of its broker, as a"
            + " recording for `oasis replay FILE`.",
    mixinStandardHelpOptions = true)
public final class ExportCommand implements Callable<Integer> {
  private static final String TIMEOUT_MILLIS = "5000";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The recording to write.")
  private Path file;

  @Mixin private KafkaOptions kafka = new KafkaOptions();

  @Option(names = "--domain", description = "Only this domain (default: all).")
  private @Nullable String domain;

  @Override
  public Integer call() throws IOException {
    try {
      export();
    } catch (KafkaException e) {
      throw new MissingException("bootstrap = " + kafka.bootstrap() + ": " + e.getMessage(), e);
    }
    return 0;
  }

  private void export() throws IOException {
    LiveTopics topics = new LiveTopics(broker());
    Set<DomainId> known = topics.domains();
    if (domain != null && !known.contains(new DomainId(domain))) {
      throw new IllegalArgumentException("--domain = " + domain + ": must be one of " + known);
    }
    PrintWriter out = spec.commandLine().getOut();
    int starts = 0;
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      Recording recording = new Recording(writer);
      for (DomainId each : domain == null ? known : Set.of(new DomainId(domain))) {
        Assembly.Summary summary = write(topics, each, recording);
        say(out, each, summary);
        starts += summary.starts();
      }
    }
    out.flush();
    if (starts == 0) {
      throw new MissingException(
          "bootstrap = "
              + kafka.bootstrap()
              + ": its topics do not reach back to a start of a controller; a restart of the"
              + " manager begins a new record");
    }
  }

  private LinkConfig broker() {
    LinkConfig link = kafka.link("oasis-replay", "tools");
    Map<String, String> client = new HashMap<>(link.client());
    client.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    client.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    return link.withClient(client);
  }

  private static Assembly.Summary write(LiveTopics topics, DomainId domain, Recording recording) {
    try (DomainLog log = new DomainLog(topics, domain)) {
      Assembly assembly = new Assembly(log, recording);
      Optional<Message> next = log.nextOfJournal();
      while (next.isPresent()) {
        assembly.take(next.get());
        next = log.nextOfJournal();
      }
      return assembly.summary();
    }
  }

  private static void say(PrintWriter out, DomainId domain, Assembly.Summary summary) {
    if (summary.from().isPresent() && summary.to().isPresent()) {
      out.printf(
          Locale.ROOT,
          "%s: %d decisions, %d starts, %d inputs from %s to %s%n",
          domain,
          summary.decisions(),
          summary.starts(),
          summary.inputs(),
          summary.from().get(),
          summary.to().get());
    }
    if (summary.lost() > 0) {
      out.printf(Locale.ROOT, "%s: %d decisions left out:%n", domain, summary.lost());
    }
    summary.gaps().forEach(gap -> out.println("  from " + gap));
  }
}
