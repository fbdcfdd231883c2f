package io.oasis.proving.drill;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.CurrentUser;
import io.oasis.distribution.process.DataDirectory;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code oasis security drill}: tries every attack at a running Oasis of this host. */
@Command(
    name = "drill",
    description = {
      "Attack the Oasis that `oasis up` runs on this host, and say what refused each attack.",
      "Changes nothing, also where an attack works."
    },
    mixinStandardHelpOptions = true)
public final class DrillCommand implements Callable<Integer> {
  private static final int WORKED = 1;

  @Option(names = "--url", description = "The manager (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + Deployment.HTTP_PORT;

  @Option(names = "--bootstrap", description = "The broker (default: ${DEFAULT-VALUE}).")
  private String bootstrap = "127.0.0.1:" + Deployment.BROKER_PORT;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "As given to `oasis up` (default: as there).")
  private @Nullable Path data;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated fields
  public DrillCommand() {}

  /** One attack and what came of it. */
  record Tried(String name, boolean refused, String by) {}

  /** All of them. */
  record Report(List<Tried> attacks, long refused, int attempted) {}

  @Override
  public Integer call() {
    Path directory =
        data == null ? DataDirectory.standard(System.getenv(), CurrentUser.isRoot()) : data;
    if (!Files.isDirectory(directory.resolve("secrets"))) {
      throw new MissingException(
          directory + " has no secrets of an `oasis up`; name its directory by --data-dir");
    }
    PrintWriter out = spec.commandLine().getOut();
    Report report;
    try (HttpClient http = HttpClient.newHttpClient()) {
      Site site = new Site(url, bootstrap, directory.toAbsolutePath(), http);
      site.checkThere();
      report = attack(site, out);
    }
    if (json) {
      out.println(new JsonMapper().writeValueAsString(report));
    } else {
      out.println("%d of %d refused".formatted(report.refused(), report.attempted()));
    }
    out.flush();
    return report.refused() == report.attempted() ? 0 : WORKED;
  }

  static List<Attack> attacks() {
    return Stream.of(
            RestAttack.all(),
            HostAttack.all(),
            BrokerAttack.all(),
            RecordAttack.all(),
            SettingAttack.all(),
            SocketAttack.all(),
            FileAttack.all(),
            TrapAttack.all())
        .flatMap(List::stream)
        .toList();
  }

  private Report attack(Site site, PrintWriter out) {
    List<Tried> tried =
        attacks().stream()
            .map(
                attack -> {
                  Attack.Verdict verdict = attack.attempt(site);
                  Tried each = new Tried(attack.name(), verdict.refused(), verdict.by());
                  if (!json) {
                    out.println(
                        "%-8s %s (%s)"
                            .formatted(
                                each.refused() ? "refused" : "WORKED", each.name(), each.by()));
                    out.flush();
                  }
                  return each;
                })
            .toList();
    return new Report(tried, tried.stream().filter(Tried::refused).count(), tried.size());
  }
}
