package io.oasis.distribution.kafka;

import io.oasis.distribution.KafkaOptions;
import io.oasis.distribution.MissingException;
import io.oasis.messaging.ClusterRemoval;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Trouble;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code oasis kafka remove}: the way back from {@code oasis kafka init}. */
@Command(
    name = "remove",
    description = {
      "Remove what init has made and what the managers have made since: topics, the managers'"
          + " group",
      "and the access rules of each role. All that was measured, decided and set is lost.",
      "Prints the commands of Kafka's own tools that would do it; --apply does it.",
      "Stop the services before: it refuses while a manager is alive; agents and adapters are in"
          + " no",
      "group, and it cannot tell whether they are."
    },
    mixinStandardHelpOptions = true)
public final class RemoveCommand implements Callable<Integer> {
  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private RoleOptions roles = new RoleOptions();
  @Mixin private ApplyOptions options = new ApplyOptions();

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated fields
  public RemoveCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    boolean apply = options.apply();
    ClusterRemoval.Ours ours =
        new ClusterRemoval.Ours(roles.applicationId(), roles.principals(true));
    LinkConfig link = kafka.link("oasis-kafka-remove", "admin");
    try {
      KafkaLink.check(link);
      try (Admin admin = KafkaLink.admin(link)) {
        ClusterRemoval removal = new ClusterRemoval(admin, ours);
        ClusterRemoval.Found found = removal.find();
        if (apply) {
          refuseIfAlive(found);
          removal.apply(found);
          said(found);
        } else {
          commands(found).forEach(spec.commandLine().getOut()::println);
        }
      }
      return 0;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new MissingException("the broker " + kafka.bootstrap() + " " + Trouble.words(e), e);
    }
  }

  private void refuseIfAlive(ClusterRemoval.Found found) {
    if (found.members() > 0) {
      throw new MissingException(alive(found) + ": stop all managers, agents and adapters first");
    }
  }

  private String alive(ClusterRemoval.Found found) {
    return "the group %s has active members (%d), so a manager is alive"
        .formatted(roles.applicationId(), found.members());
  }

  private void said(ClusterRemoval.Found found) {
    PrintWriter out = spec.commandLine().getOut();
    if (found.isEmpty()) {
      out.println("There is nothing of ours.");
      return;
    }
    out.println("Removed the topics " + found.topics() + ",");
    out.println(
        "the groups %s and %d access rules.".formatted(found.groups(), found.rights().size()));
  }

  /** What somebody who may do it would type. */
  private List<String> commands(ClusterRemoval.Found found) {
    String at = " --bootstrap-server " + kafka.bootstrap();
    List<String> commands = new ArrayList<>();
    if (found.members() > 0) {
      commands.add("# " + alive(found));
    }
    for (String group : found.groups()) {
      commands.add(
          "kafka-consumer-groups.sh%s --delete --group %s".formatted(at, AclTool.quoted(group)));
    }
    for (String topic : found.topics()) {
      commands.add("kafka-topics.sh%s --delete --topic %s".formatted(at, AclTool.quoted(topic)));
    }
    found.rights().forEach(right -> commands.add(AclTool.remove(kafka.bootstrap(), right)));
    return commands;
  }
}
