package io.oasis.distribution;

import io.oasis.configuration.Secrets;
import io.oasis.distribution.Deployment.Surroundings;
import io.oasis.distribution.broker.BrokerConfig;
import io.oasis.distribution.broker.BrokerConfig.Listener;
import io.oasis.distribution.broker.BrokerSecrets;
import io.oasis.distribution.process.JvmService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the services of a deployment are started.
 *
 * @param root where data is kept
 * @param keys with which it marks what it says
 * @param ports of each service's HTTP server
 */
record ServiceCommands(
    Path root, Deployment deployment, BrokerConfig broker, Keys keys, Map<String, Integer> ports) {

  /** Of the managers' tokens, in the first one's directory. */
  static Path tokens(Path root) {
    return root.resolve("manager").resolve("access");
  }

  /** The file with the token of the managers' administrator. */
  static Path tokenFile(Path root) {
    return tokens(root).resolve("admin.token");
  }

  /** That token, once a manager has made it. */
  Optional<String> token() {
    Path file = tokenFile(root);
    return Files.exists(file) ? Optional.of(Secrets.read(file)) : Optional.empty();
  }

  static boolean isManager(String name) {
    return name.startsWith("manager");
  }

  JvmService of(String name) {
    Surroundings surroundings = deployment.surroundings(name);
    String kind = isManager(name) ? "manager" : name;
    List<String> arguments = new ArrayList<>();
    option(
        arguments,
        "--bootstrap",
        surroundings.listener().map(Listener::address).orElse(broker.bootstrap()));
    option(arguments, "--kafka-config", BrokerSecrets.in(broker.secrets()).file(kind));
    option(arguments, "--interval-ms", deployment.intervalMillis());
    if (kind.equals("manager")) {
      option(arguments, "--http-port", ports.getOrDefault(name, 0));
      option(arguments, "--token-dir", tokens(root));
    } else {
      option(arguments, "--host", Services.hostName());
      String place = kind.equals("agent") ? "--source" : "--target";
      deployment.brick().ifPresent(brick -> option(arguments, place, "brick:" + brick));
      if (deployment.shareHost()) {
        option(arguments, "--metrics-port", ports.getOrDefault(name, 0));
      }
    }
    if (!kind.equals("agent")) {
      option(arguments, "--state-dir", root.resolve(name));
      option(arguments, "--lease-ms", deployment.leaseMillis());
    }
    if (kind.equals("adapter")) {
      option(arguments, "--share-host", deployment.shareHost());
    }
    arguments.addAll(keys.options(kind));
    return new JvmService(name, kind, List.of(), arguments, surroundings.environment());
  }

  private static void option(List<String> arguments, String name, Object value) {
    arguments.add(name);
    arguments.add(value.toString());
  }
}
