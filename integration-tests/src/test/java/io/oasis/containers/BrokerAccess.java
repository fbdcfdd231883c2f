package io.oasis.containers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The broker that a site is given, and how its services stand before it.
 *
 * @param replicas of what the managers keep
 * @param lease of limits
 * @param clients what each role, and {@code admin}, is given as {@code --kafka-config}; none where
 *     anybody is let in
 */
public record BrokerAccess(
    String bootstrap, int replicas, Duration lease, Map<String, Path> clients) {
  public BrokerAccess {
    clients = Map.copyOf(clients);
  }

  /** What makes topics and, where somebody is asked who he is, access rules. */
  String[] init() {
    List<String> command = new ArrayList<>(List.of("kafka", "init"));
    command.addAll(options("admin"));
    // With those that mend what a broker that was started again may leave hanging.
    command.add(clients.isEmpty() ? "--no-acls" : "--optional");
    command.add("--apply");
    return command.toArray(String[]::new);
  }

  /** Of a command or a service in this role. */
  List<String> options(String role) {
    List<String> options = new ArrayList<>(List.of("--bootstrap", bootstrap));
    Optional.ofNullable(clients.get(role))
        .ifPresent(file -> options.addAll(List.of("--kafka-config", file.toString())));
    return options;
  }
}
