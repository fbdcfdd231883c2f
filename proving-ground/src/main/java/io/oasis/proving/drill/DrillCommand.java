package io.oasis.proving.drill;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.CurrentUser;
import io.oasis.distribution.process.DataDirectory;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  /** More would keep each other waiting on a small host, until what is slow looks like refused. */
  private static final int AT_ONCE = 8;

  @Option(names = "--url", description = "The manager (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + Deployment.HTTP_PORT;

  @Option(names = "--bootstrap", description = "The broker (default: ${DEFAULT-VALUE}).")
  private String bootstrap = "127.0.0.1:" + Deployment.BROKER_PORT;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "As given to `oasis up` (default: as there).")
  private @Nullable Path data;

  @Option(
      names = "--only",
      paramLabel = "WORDS",
      description = "Only attacks with these words in their name.")
  private String only = "";

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
  public Integer call() throws InterruptedException {
    List<Attack> chosen =
        attacks().stream().filter(attack -> attack.name().contains(only)).toList();
    if (chosen.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--only: no attack is called " + only);
    }
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
      report = attack(chosen, site, out);
    }
    if (json) {
      out.println(new JsonMapper().writeValueAsString(report));
    } else {
      out.println("%d of %d refused".formatted(report.refused(), report.attempted()));
    }
    out.flush();
    return report.refused() == report.attempted() ? 0 : WORKED;
  }

  /** Those first that wait longest. */
  static List<Attack> attacks() {
    return Stream.of(
            EchoAttack.all(),
            SettingAttack.all(),
            RivalAttack.all(),
            CrowdAttack.all(),
            BrickAttack.all(),
            RestAttack.all(),
            HostAttack.all(),
            BrokerAttack.all(),
            RecordAttack.all(),
            SocketAttack.all(),
            FileAttack.all(),
            TrapAttack.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Side by side, as most of an attack is waiting; told in the order in which they end. */
  private Report attack(List<Attack> chosen, Site site, PrintWriter out)
      throws InterruptedException {
    List<Tried> tried = new ArrayList<>();
    try (ExecutorService attackers = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Callable<Tried>> all =
          chosen.stream().<Callable<Tried>>map(attack -> () -> attempt(attack, site, out)).toList();
      for (Future<Tried> each : attackers.invokeAll(all)) {
        tried.add(each.resultNow());
      }
    }
    return new Report(tried, tried.stream().filter(Tried::refused).count(), tried.size());
  }

  private Tried attempt(Attack attack, Site site, PrintWriter out) {
    Attack.Verdict verdict = verdict(attack, site);
    Tried tried = new Tried(attack.name(), verdict.refused(), verdict.by());
    if (!json) {
      out.println(
          "%-8s %s (%s)"
              .formatted(tried.refused() ? "refused" : "WORKED", tried.name(), tried.by()));
      out.flush();
    }
    return tried;
  }

  /** What cannot be played says nothing, and the others go on. */
  private static Attack.Verdict verdict(Attack attack, Site site) {
    try {
      return attack.attempt(site);
    } catch (RuntimeException e) {
      return new Attack.Verdict(false, "not tried: " + e);
    }
  }
}
