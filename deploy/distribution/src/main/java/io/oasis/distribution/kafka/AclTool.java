package io.oasis.distribution.kafka;

import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;

/** What somebody who may do it would type to give or take an access rule. */
final class AclTool {
  private AclTool() {}

  static String add(String bootstrap, AclBinding right) {
    return command(bootstrap, "--add", right);
  }

  static String remove(String bootstrap, AclBinding right) {
    return command(bootstrap, "--remove --force", right);
  }

  private static String command(String bootstrap, String verb, AclBinding right) {
    return "kafka-acls.sh --bootstrap-server %s %s --allow-principal %s --operation %s %s"
        .formatted(
            bootstrap,
            verb,
            quoted(right.entry().principal()),
            right.entry().operation(),
            resource(right));
  }

  private static String resource(AclBinding right) {
    String name = quoted(right.pattern().name());
    String kind =
        switch (right.pattern().resourceType()) {
          case TOPIC -> "--topic " + name;
          case GROUP -> "--group " + name;
          case TRANSACTIONAL_ID -> "--transactional-id " + name;
          case CLUSTER -> "--cluster";
          case UNKNOWN, ANY, DELEGATION_TOKEN, USER ->
              throw new IllegalStateException(right.toString());
        };
    return right.pattern().patternType() == PatternType.PREFIXED
        ? kind + " --resource-pattern-type prefixed"
        : kind;
  }

  /** For a shell. */
  static String quoted(String text) {
    return text.matches("[A-Za-z0-9_.:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
