package io.oasis.distribution.kafka;

import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.Party;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say who is who at the broker. */
final class RoleOptions {
  @Option(
      names = "--application-id",
      paramLabel = "NAME",
      description = "Of the managers (default: ${DEFAULT-VALUE}).")
  private String applicationId = "oasis-manager";

  @Option(
      names = "--principal",
      paramLabel = "ROLE=PRINCIPAL",
      description =
          "Who has a role (default: agent=User:agent, and so on); roles are agent, adapter,"
              + " manager, tools.")
  private Map<String, String> principals = Map.of();

  String applicationId() {
    return applicationId;
  }

  /**
   * Who has which role.
   *
   * @param usual whether a role of which nothing is said has its usual principal
   */
  Map<Party, String> principals(boolean usual) {
    Map<Party, String> named = new EnumMap<>(Party.class);
    if (usual) {
      named.putAll(ClusterSetup.Plan.named());
    }
    principals.forEach(
        (role, principal) -> {
          if (!principal.matches("[A-Za-z]+:.+")) {
            throw new IllegalArgumentException(
                "--principal = " + principal + ": must be TYPE:NAME, such as User:agent");
          }
          named.put(
              Party.of(role)
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "--principal = "
                                  + role
                                  + ": must begin with agent, adapter, manager or tools")),
              principal);
        });
    return named;
  }
}
