package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.Party;
import io.oasis.messaging.Right;
import io.oasis.protocol.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows at a broker with TLS, passwords and access rules that each role can do all that it needs
 * with its rights and nothing more, and that a right that is taken away breaks what it is for and
 * nothing else. The tests are made from the list that `oasis kafka init` applies.
 */
@Tag("slow")
class RightsIT {
  private static final String APPLICATION = "oasis-manager";
  private static final Duration KNOWN = Duration.ofSeconds(60);
  private static final ClusterSetup.Plan PLAN =
      new ClusterSetup.Plan(1, Optional.empty(), ClusterSetup.Plan.named(), APPLICATION, true);

  @TempDir private static Path directory = Path.of("");

  private static TlsBroker broker;
  private static Admin admin;
  private static final Map<Party, Hands> HANDS = new EnumMap<>(Party.class);

  @BeforeAll
  static void start() throws Exception {
    List<String> users =
        Stream.concat(Stream.of(TlsBroker.ADMIN), Arrays.stream(Party.values()).map(Party::word))
            .toList();
    broker = new TlsBroker(directory, users);
    admin = KafkaLink.admin(broker.link(TlsBroker.ADMIN));
    new ClusterSetup(admin).apply(PLAN);
    admin.createTopics(List.of(new NewTopic(APPLICATION + Hands.STATE, 1, (short) 1))).all().get();
    try (Hands all = new Hands(broker.link(TlsBroker.ADMIN))) {
      for (Right right : Right.all(APPLICATION)) { // there is something to read, and a group
        boolean writes = right.operation() == AclOperation.WRITE;
        if (writes || right.on().resourceType() == ResourceType.GROUP) {
          assertThat(all.may(right, APPLICATION)).isTrue();
        }
      }
    }
    for (Party party : Party.values()) {
      HANDS.put(party, new Hands(broker.link(party.word())));
    }
  }

  @AfterAll
  static void stop() {
    HANDS.values().forEach(Hands::close);
    admin.close();
    broker.close();
  }

  static Stream<Right> rights() {
    return Right.all(APPLICATION).stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rights")
  void aRightTakenAwayBreaksWhatItIsForAndNothingElse(Right taken) throws Exception {
    AclBinding binding = taken.binding("User:" + taken.party().word());
    assertThat(refused(taken.party())).as("with all rights").isEmpty();
    admin.deleteAcls(List.of(binding.toFilter())).all().get();
    try {
      Wait.until(KNOWN, () -> !may(taken));
      assertThat(refused(taken.party())).containsExactly(taken);
    } finally {
      admin.createAcls(List.of(binding)).all().get();
      assertThat(Wait.until(KNOWN, () -> may(taken))).as("given back").isTrue();
    }
  }

  @Test
  void nobodyMayMore() throws Exception {
    for (Party party : Party.values()) {
      List<ResourcePattern> readable = new ArrayList<>();
      Right.of(party, APPLICATION).stream()
          .filter(right -> right.operation() == AclOperation.READ)
          .forEach(right -> readable.add(right.on()));
      for (Topic topic : Topic.values()) {
        ResourcePattern on =
            new ResourcePattern(ResourceType.TOPIC, topic.topicName(), PatternType.LITERAL);
        Right read = new Right(party, on, AclOperation.READ, false, "");
        Right write = new Right(party, on, AclOperation.WRITE, false, "");
        assertThat(may(read)).as("%s reads %s", party, topic).isEqualTo(readable.contains(on));
        assertThat(may(write))
            .as("%s writes %s", party, topic)
            .isEqualTo(party.writes().contains(topic));
      }
    }
  }

  private static List<Right> refused(Party party) {
    return Right.of(party, APPLICATION).stream().filter(right -> !may(right)).toList();
  }

  private static boolean may(Right right) {
    try {
      return HANDS.get(right.party()).may(right, APPLICATION);
    } catch (Exception e) {
      throw new AssertionError(right.toString(), e);
    }
  }
}
