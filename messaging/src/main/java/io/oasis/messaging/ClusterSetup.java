package io.oasis.messaging;

import io.oasis.protocol.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/**
 * Makes a broker ready for Oasis: the topics that are missing, and the least rights of each party.
 * Doing it again changes nothing; a topic that exists is left as it is.
 */
public final class ClusterSetup {
  private static final long PATIENCE_SECONDS = ClusterChange.PATIENCE_SECONDS;

  private final Admin admin;

  public ClusterSetup(Admin admin) {
    this.admin = admin;
  }

  /**
   * What is to be.
   *
   * @param replication empty: 3 where there are as many brokers, else as many as there are
   * @param principals of the parties, such as {@code User:agent}; empty: no rights are given
   * @param applicationId of the managers
   * @param optionalRights whether also those that a manager can do without
   */
  public record Plan(
      int partitions,
      Optional<Integer> replication,
      Map<Party, String> principals,
      String applicationId,
      boolean optionalRights) {
    public Plan {
      principals = Map.copyOf(principals);
    }

    /** Of a broker that serves nothing but Oasis, with principals named as the parties. */
    public static Plan embedded(int partitions) {
      return new Plan(partitions, Optional.of(1), named(), "oasis-manager", true);
    }

    /** Principals named as the parties. */
    public static Map<Party, String> named() {
      Map<Party, String> named = new EnumMap<>(Party.class);
      for (Party party : Party.values()) {
        named.put(party, "User:" + party.word());
      }
      return named;
    }
  }

  /** How many brokers there are. */
  public int brokers() throws InterruptedException, ExecutionException, TimeoutException {
    return admin.describeCluster().nodes().get(PATIENCE_SECONDS, TimeUnit.SECONDS).size();
  }

  /** The topics that are missing, as they would be made. */
  public List<NewTopic> missingTopics(Plan plan)
      throws InterruptedException, ExecutionException, TimeoutException {
    Set<String> present = admin.listTopics().names().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    int replicas =
        plan.replication().isPresent()
            ? plan.replication().get()
            : Math.min(Topics.ENOUGH_REPLICAS, brokers());
    return Arrays.stream(Topic.values())
        .filter(topic -> !present.contains(topic.topicName()))
        .map(topic -> Topics.topic(topic, plan.partitions(), replicas))
        .toList();
  }

  /** The rights of a plan. */
  public static List<AclBinding> rights(Plan plan) {
    List<AclBinding> rights = new ArrayList<>();
    for (Right right : Right.all(plan.applicationId())) {
      String principal = plan.principals().get(right.party());
      if (principal != null && (plan.optionalRights() || !right.optional())) {
        rights.add(right.binding(principal));
      }
    }
    return rights;
  }

  /** Gives the rights, then makes the topics: who sees a topic may use it. */
  public void apply(Plan plan) throws InterruptedException, ExecutionException, TimeoutException {
    List<AclBinding> rights = rights(plan);
    if (!rights.isEmpty()) {
      admin.createAcls(rights).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      awaitInForce(rights);
    }
    Collection<NewTopic> missing = missingTopics(plan);
    if (!missing.isEmpty()) {
      Topics.create(admin, missing);
    }
  }

  /** Before that whoever starts at once would be refused. */
  private void awaitInForce(List<AclBinding> rights)
      throws InterruptedException, ExecutionException, TimeoutException {
    ClusterChange.await(
        () ->
            admin
                .describeAcls(AclBindingFilter.ANY)
                .values()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .containsAll(rights),
        "the access rules that it took are not all in force");
  }
}
