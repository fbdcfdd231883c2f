package io.oasis.distribution.kafka;

import io.oasis.distribution.KafkaOptions;
import io.oasis.distribution.MissingException;
import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Right;
import io.oasis.messaging.Trouble;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oasis kafka init}: the topics, and the least access rules of each role. */
@Command(
    name = "init",
    description = {
      "Make the topics that are missing, and give each role the least access rules.",
      "Prints the commands of Kafka's own tools that would do it; --apply does it."
    },
    mixinStandardHelpOptions = true)
public final class InitCommand implements Callable<Integer> {
  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private RoleOptions roles = new RoleOptions();
  @Mixin private ApplyOptions options = new ApplyOptions();

  @Option(names = "--no-acls", description = "Only the topics, for a broker without access rules.")
  private boolean withoutRights;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions = 4;

  @Option(
      names = "--replication",
      paramLabel = "N",
      description = "Of each topic (default: 3, or as many as there are brokers).")
  private @Nullable Integer replication;

  @Option(
      names = "--optional",
      description = "Also the rules that a manager can do without; see docs/security.md.")
  private boolean optional;

  @Option(names = "--markdown", hidden = true, description = "Print the table of the rules.")
  private boolean markdown;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated fields
  public InitCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    boolean apply = options.apply();
    ClusterSetup.Plan plan = plan();
    if (markdown) {
      spec.commandLine().getOut().print(Right.markdown(roles.applicationId()));
      spec.commandLine().getOut().flush();
      return 0;
    }
    LinkConfig link = kafka.link("oasis-kafka-init", "admin");
    try {
      KafkaLink.check(link);
      try (Admin admin = KafkaLink.admin(link)) {
        ClusterSetup setup = new ClusterSetup(admin);
        List<NewTopic> missing = setup.missingTopics(plan);
        if (apply) {
          setup.apply(plan);
          said(missing, plan);
        } else {
          commands(missing, plan).forEach(spec.commandLine().getOut()::println);
        }
      }
      return 0;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw refused(e);
    }
  }

  private MissingException refused(Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause instanceof SecurityDisabledException
        ? new MissingException(
            "the broker %s has no authorizer, so it keeps no access rules; --no-acls leaves them out"
                .formatted(kafka.bootstrap()),
            e)
        : new MissingException("the broker " + kafka.bootstrap() + " " + Trouble.words(e), e);
  }

  private ClusterSetup.Plan plan() {
    return new ClusterSetup.Plan(
        partitions,
        Optional.ofNullable(replication),
        roles.principals(!withoutRights),
        roles.applicationId(),
        optional);
  }

  private void said(List<NewTopic> made, ClusterSetup.Plan plan) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        made.isEmpty()
            ? "No topic was missing."
            : "Made the topics " + made.stream().map(NewTopic::name).sorted().toList() + ".");
    out.println(ClusterSetup.rights(plan).size() + " access rules are there.");
  }

  /** What somebody who may do it would type. */
  private List<String> commands(List<NewTopic> missing, ClusterSetup.Plan plan) {
    String at = " --bootstrap-server " + kafka.bootstrap();
    List<String> commands = new ArrayList<>();
    for (NewTopic topic : missing) {
      String config =
          topic.configs().entrySet().stream()
              .map(entry -> " --config " + entry.getKey() + "=" + entry.getValue())
              .collect(Collectors.joining());
      commands.add(
          "kafka-topics.sh%s --create --topic %s --partitions %d --replication-factor %d%s"
              .formatted(
                  at, topic.name(), topic.numPartitions(), topic.replicationFactor(), config));
    }
    for (AclBinding right : ClusterSetup.rights(plan)) {
      commands.add(AclTool.add(kafka.bootstrap(), right));
    }
    return commands;
  }
}
