package io.oasis.distribution;

import io.oasis.distribution.process.CurrentUser;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.Wait;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Everything on this host, in the foreground. */
@Command(
    name = "up",
    description = {
      "Run everything on this host: broker, manager, adapter and agent.",
      "Measures and shows what it would decide (SHADOW); limits only the domains named."
    },
    mixinStandardHelpOptions = true)
final class Up implements Callable<Integer> {
  /** A domain is known once its agent has reported, one interval after the start. */
  private static final Duration DOMAIN_KNOWN = Duration.ofSeconds(30);

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = "Of dashboard and REST (default: ${DEFAULT-VALUE}).")
  private int httpPort = Deployment.HTTP_PORT;

  @Option(
      names = "--broker-port",
      paramLabel = "PORT",
      description = "Of the Kafka broker (default: ${DEFAULT-VALUE}).")
  private int brokerPort = Deployment.BROKER_PORT;

  @Option(
      names = "--interval-ms",
      paramLabel = "MS",
      description = "Between two samples and decisions (default: ${DEFAULT-VALUE}).")
  private long intervalMillis = Deployment.INTERVAL_MILLIS;

  @Option(
      names = "--lease-ms",
      paramLabel = "MS",
      description = "How long a limit outlives its manager (default: ${DEFAULT-VALUE}).")
  private long leaseMillis = Deployment.LEASE_MILLIS;

  @Option(
      names = "--enforce",
      arity = "1..*",
      paramLabel = "DOMAIN",
      description = "Domains whose limits are pushed.")
  private List<String> enforce = List.of();

  @Option(
      names = "--brick",
      paramLabel = "SOCKET",
      description = "Control socket of a brick to watch and limit, instead of this kernel.")
  private Optional<Path> brick = Optional.empty();

  @Option(names = "--no-adapter", description = "Leave the adapter out: nothing can be limited.")
  private boolean noAdapter;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (noAdapter && !enforce.isEmpty()) {
      throw new IllegalArgumentException("--enforce: needs the adapter; leave out --no-adapter");
    }
    Deployment deployment =
        new Deployment(
            httpPort,
            brokerPort,
            intervalMillis,
            leaseMillis,
            noAdapter ? List.of("manager", "agent") : Deployment.ALL,
            false,
            brick.map(Path::toAbsolutePath),
            Map.of());
    PrintWriter err = spec.commandLine().getErr();
    DataDirectory directory = DataDirectory.open(data.directory());
    CountDownLatch stopped = new CountDownLatch(1);
    // A signal during the start ends the children by their pipes; afterwards it stops them in
    // order.
    Services services =
        Services.keep(directory, deployment, pid -> {}, line -> err.println("oasis: " + line));
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      err.println("oasis: stopping");
                      services.close();
                      err.println("oasis: stopped");
                    }));
    announce(services);
    enforceNamed(services, err);
    stopped.await(); // until a signal
    return 0;
  }

  private void enforceNamed(Services services, PrintWriter err) {
    try (ManagerClient client = services.client()) {
      for (String domain : enforce) {
        boolean known = Wait.until(DOMAIN_KNOWN, () -> client.domain(domain).isPresent());
        Optional<String> refused =
            known
                ? client.setMode(domain, "ENFORCE", "oasis up --enforce")
                : Optional.of("no agent has reported it; reported are " + domains(client));
        err.println(
            refused
                .map(why -> "oasis: no ENFORCE on " + domain + ": " + why)
                .orElse("oasis: ENFORCE on " + domain));
      }
    }
  }

  private static String domains(ManagerClient client) {
    return client.domains().stream()
        .map(node -> node.path("domain").asString(""))
        .collect(Collectors.joining(", "));
  }

  private void announce(Services services) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Oasis is up.");
    out.println("  dashboard       " + services.pageLink());
    out.println("                  opens once; `oasis login` prints another, for who runs this");
    out.println("  Kafka           " + services.bootstrap());
    out.println("  data and logs   " + data.directory());
    out.println(
        "  mode            "
            + (enforce.isEmpty()
                ? "SHADOW: measures and shows, limits nothing"
                : "SHADOW, but for the domains named, once they are known"));
    if (noAdapter) {
      out.println("  adapter         left out");
    } else if (brick.isEmpty() && !CurrentUser.isRoot()) {
      out.println("  adapter         read-only: limits need root");
    }
    out.println("  pid             " + ProcessHandle.current().pid());
    out.println("Ctrl-C stops it and lets go of every limit.");
    out.flush();
  }
}
