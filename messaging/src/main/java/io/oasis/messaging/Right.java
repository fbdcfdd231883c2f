package io.oasis.messaging;

import io.oasis.protocol.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One access rule that a party needs at a broker that has an authorizer. This list is what {@code
 * oasis kafka init} prints and applies, what the embedded broker gives, what a test takes away one
 * by one, and the table in docs/security.md.
 *
 * @param optional whether everything but what {@code without} names works without it
 * @param without what does not work when it is missing
 */
public record Right(
    Party party, ResourcePattern on, AclOperation operation, boolean optional, String without) {

  /**
   * All rights of a party.
   *
   * @param applicationId of the managers, which their own topics, group and transactions go by
   */
  public static List<Right> of(Party party, String applicationId) {
    List<Right> rights = new ArrayList<>();
    party.reads().stream()
        .sorted()
        .forEach(topic -> rights.add(topic(party, topic, AclOperation.READ, false)));
    party.writes().stream()
        .sorted()
        .forEach(topic -> rights.add(topic(party, topic, AclOperation.WRITE, false)));
    if (party == Party.MANAGER) {
      state(rights, applicationId);
      mending(rights);
    }
    return rights;
  }

  /** The table in docs/security.md. */
  public static String markdown(String applicationId) {
    StringBuilder table = new StringBuilder();
    table.append("| role | resource | operation | without it |\n|---|---|---|---|\n");
    for (Right right : all(applicationId)) {
      String name = right.on().name();
      String resource =
          switch (right.on().resourceType()) {
            case CLUSTER -> "cluster";
            default ->
                "%s `%s%s`"
                    .formatted(
                        right.on().resourceType().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        name,
                        right.on().patternType() == PatternType.PREFIXED ? "*" : "");
          };
      table.append(
          "| %s | %s | %s | %s%s |\n"
              .formatted(
                  right.party().word(),
                  resource,
                  right.operation(),
                  right.optional() ? "*optional*: " : "",
                  right.without()));
    }
    return table.toString();
  }

  /** Of all parties. */
  public static List<Right> all(String applicationId) {
    List<Right> rights = new ArrayList<>();
    for (Party party : Party.values()) {
      rights.addAll(of(party, applicationId));
    }
    return rights;
  }

  /** Those that 0.1.0 gave and nobody needs. */
  static List<Right> retired() {
    return List.of(
        topic(Party.MANAGER, Topic.USAGE, AclOperation.WRITE, true),
        topic(Party.MANAGER, Topic.OUTCOMES, AclOperation.WRITE, true));
  }

  private static void state(List<Right> rights, String id) {
    rights.add(
        manager(
            new ResourcePattern(ResourceType.GROUP, id, PatternType.LITERAL),
            AclOperation.READ,
            "managers cannot share the domains: nothing is decided"));
    rights.add(
        manager(
            new ResourcePattern(ResourceType.TRANSACTIONAL_ID, id + "-", PatternType.PREFIXED),
            AclOperation.WRITE,
            "a manager cannot commit: nothing is decided"));
    ResourcePattern own = new ResourcePattern(ResourceType.TOPIC, id + "-", PatternType.PREFIXED);
    rights.add(
        manager(own, AclOperation.CREATE, "a first manager cannot make the topics of its state"));
    rights.add(manager(own, AclOperation.READ, "a successor cannot restore what was learned"));
    rights.add(manager(own, AclOperation.WRITE, "a manager cannot keep what it learns"));
  }

  /** To find and end what a broker forgot after a crash, and to take over sooner. */
  private static void mending(List<Right> rights) {
    String hanging = "transactions that hang after a crash of a broker are not found";
    for (Topic topic : Party.MANAGER.writes()) {
      if (!Party.MANAGER.reads().contains(topic)) {
        rights.add(new Right(Party.MANAGER, on(topic), AclOperation.READ, true, hanging));
      }
    }
    rights.add(
        optional(
            new ResourcePattern(
                ResourceType.TOPIC,
                org.apache.kafka.common.internals.Topic.GROUP_METADATA_TOPIC_NAME,
                PatternType.LITERAL),
            AclOperation.READ,
            "transactions that hang among the positions of groups are not found"));
    rights.add(
        optional(
            new ResourcePattern(ResourceType.TRANSACTIONAL_ID, "*", PatternType.LITERAL),
            AclOperation.DESCRIBE,
            "others' transactions under way look as if they hung: never without it if the next is"
                + " given"));
    ResourcePattern cluster =
        new ResourcePattern(ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL);
    rights.add(
        optional(
            cluster,
            AclOperation.ALTER,
            "hanging transactions are told in the log, and an administrator ends them; with it a"
                + " manager may also change access rules"));
    rights.add(
        optional(
            cluster,
            AclOperation.DESCRIBE_CONFIGS,
            "a manager that died is given up after 6 s, even where the broker allows less"));
  }

  private static Right topic(Party party, Topic topic, AclOperation operation, boolean optional) {
    String does = operation == AclOperation.READ ? "does not hear " : "cannot say ";
    return new Right(
        party, on(topic), operation, optional, party.word() + ' ' + does + what(topic));
  }

  private static String what(Topic topic) {
    return switch (topic) {
      case REQUESTS -> "what applications ask for";
      case USAGE -> "what queues got";
      case GRANTS -> "what is granted";
      case SETTINGS -> "which limits to set";
      case OUTCOMES -> "what became of limits";
      case DECISIONS -> "what was decided and why";
      case INVENTORY -> "which hosts and LUNs there are";
      case GUARD_RAILS -> "what operators want";
      case AUDIT -> "who changed what";
      case DEAD_LETTERS -> "which records were refused";
      case JOURNAL -> "what decisions were made from";
    };
  }

  private static ResourcePattern on(Topic topic) {
    return new ResourcePattern(ResourceType.TOPIC, topic.topicName(), PatternType.LITERAL);
  }

  private static Right manager(ResourcePattern on, AclOperation operation, String without) {
    return new Right(Party.MANAGER, on, operation, false, without);
  }

  private static Right optional(ResourcePattern on, AclOperation operation, String without) {
    return new Right(Party.MANAGER, on, operation, true, without);
  }

  /**
   * As the broker keeps it.
   *
   * @param principal such as {@code User:agent}
   */
  public AclBinding binding(String principal) {
    return new AclBinding(
        on, new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
  }
}
