package io.oasis.distribution.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.protocol.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Shows that `oasis kafka remove` removes what is ours, and nothing else. */
class RemoveCommandTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Called nearly as ours are. */
  private static final Set<String> FOREIGN_TOPICS =
      Set.of("oasis.notes", "oasis-manager-notes", "oasis-manager-2-domains-changelog");

  private static final Set<String> STATE =
      Set.of("oasis-manager-domains-changelog", "oasis-manager-queues-changelog");

  /** Somebody else may read ours, and our agent something of theirs. */
  private static final List<AclBinding> FOREIGN_RULES =
      List.of(rule("User:other", "oasis.requests"), rule("User:agent", "oasis.notes"));

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine oasis =
      Oasis.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @TempDir private Path directory = Path.of("");

  @Test
  void aMistakeNamesItsOption() {
    assertThat(oasis.execute("kafka", "remove", "--principal", "nobody=User:x")).isEqualTo(2);
    assertThat(err.toString()).contains("--principal");
    assertThat(oasis.execute("kafka", "remove", "--apply", "--print")).isEqualTo(2);
    assertThat(err.toString()).contains("--print");
  }

  @Test
  @Tag("slow")
  void whatIsOursGoesAndWhatIsOthersStays() throws Exception {
    try (Services broker = Services.start(directory, Deployment.forTrial().only(), _ -> {});
        Admin admin = Admin.create(broker.kafka())) {
      make(admin);
      join(broker, "others").close();
      Set<String> before = topics(admin);
      try (KafkaConsumer<byte[], byte[]> _ = join(broker, "oasis-manager")) {
        assertThat(remove(broker)).as(err.toString()).isZero();
        assertThat(out.toString())
            .contains(
                "# the group oasis-manager has active members (1)",
                "--delete --group oasis-manager\n",
                "--delete --topic oasis.requests\n",
                "--delete --topic oasis-manager-domains-changelog\n",
                "--remove --force --allow-principal User:agent --operation WRITE --topic"
                    + " oasis.requests\n")
            .doesNotContain("notes", "User:other", "oasis-manager-2");
        assertThat(remove(broker, "--apply")).isEqualTo(3);
        assertThat(err.toString()).contains("so a manager is alive: stop all managers");
        assertThat(topics(admin)).isEqualTo(before);
      }

      assertThat(remove(broker, "--apply")).as(err.toString()).isZero();

      assertThat(topics(admin)).isEqualTo(FOREIGN_TOPICS);
      assertThat(groups(admin)).containsExactly("others");
      assertThat(rules(admin)).containsExactlyInAnyOrderElementsOf(FOREIGN_RULES);
      assertThat(remove(broker, "--apply")).as("again").isZero();
      assertThat(out.toString()).endsWith("There is nothing of ours.\n");
    }
  }

  private static void make(Admin admin) throws Exception {
    Set<String> names = new HashSet<>(FOREIGN_TOPICS);
    names.addAll(STATE);
    admin
        .createTopics(
            names.stream()
                .map(name -> new NewTopic(name, Optional.of(1), Optional.of((short) 1)))
                .toList())
        .all()
        .get();
    admin.createAcls(FOREIGN_RULES).all().get();
    names.addAll(Arrays.stream(Topic.values()).map(Topic::topicName).toList());
    assertThat(Wait.until(PATIENCE, () -> topics(admin).equals(names))).as("all is there").isTrue();
  }

  /** As a member, with a position of its own. */
  private static KafkaConsumer<byte[], byte[]> join(Services broker, String group) {
    Map<String, Object> settings = new HashMap<>(broker.kafka());
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    KafkaConsumer<byte[], byte[]> member =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    member.subscribe(List.of("oasis.notes"));
    boolean joined =
        Wait.until(
            PATIENCE,
            () -> {
              var _ = member.poll(Duration.ofMillis(100));
              return !member.assignment().isEmpty();
            });
    assertThat(joined).as("joined").isTrue();
    member.commitSync();
    return member;
  }

  private int remove(Services broker, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "kafka",
                "remove",
                "--bootstrap",
                broker.bootstrap(),
                "--kafka-config",
                broker.secrets().file("admin").toString()));
    command.addAll(List.of(options));
    return oasis.execute(command.toArray(String[]::new));
  }

  private static Set<String> topics(Admin admin) {
    try {
      return admin.listTopics().names().get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> groups(Admin admin) throws Exception {
    return admin.listGroups().all().get().stream()
        .map(GroupListing::groupId)
        .collect(Collectors.toSet());
  }

  private static List<AclBinding> rules(Admin admin) throws Exception {
    return List.copyOf(admin.describeAcls(AclBindingFilter.ANY).values().get());
  }

  private static AclBinding rule(String principal, String topic) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry(principal, "*", AclOperation.READ, AclPermissionType.ALLOW));
  }
}
