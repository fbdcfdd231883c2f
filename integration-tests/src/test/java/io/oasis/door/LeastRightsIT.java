package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.Party;
import io.oasis.messaging.Right;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.Topic;
import io.oasis.proving.scale.Traffic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that the services themselves run with no more than the rights that are not optional, and
 * that each of them is missed by the service whose it is, and by no other, at a broker with TLS.
 * Made from the list that {@code oasis kafka init} applies; {@link RightsIT} shows the same of one
 * operation each. The services are started again without the right, as some are used at the start;
 * what is done seldom is done without it.
 */
@Tag("deep")
class LeastRightsIT {
  private static final String APPLICATION = "oasis-manager";
  private static final Duration KNOWN = Duration.ofSeconds(60);
  private static final Duration CALM = Duration.ofSeconds(15);
  private static final Pattern COMPLAINT =
      Pattern.compile("(?i)authoriz|does not let us|not to be seen by us");

  private static final Duration MOMENT = Duration.ofSeconds(3);

  /** What a manager says only when an operator moves a LUN or changes something. */
  private static final Set<Topic> SELDOM =
      EnumSet.of(Topic.REQUESTS, Topic.GUARD_RAILS, Topic.AUDIT);

  /** Whose LUN an operator moves. */
  private static final String MOVED = "disk:serial:bench-2";

  @TempDir private static Path directory = Path.of("");

  private static Services services;
  private static Admin admin;
  private static KafkaLink link;
  private static KafkaProducer<byte[], byte[]> producer;
  private static ManagerClient client;
  private static final ScheduledExecutorService TRAFFIC =
      Executors.newSingleThreadScheduledExecutor();

  @BeforeAll
  static void start() throws Exception {
    Certificates.ofBroker(directory, directory.resolve("authority"));
    services = Services.start(directory, Deployment.forTrial(), _ -> {});
    admin = Admin.create(services.kafka());
    producer =
        new KafkaProducer<>(services.kafka(), new ByteArraySerializer(), new ByteArraySerializer());
    link =
        KafkaLink.open(
            services.link("traffic"),
            new SimpleMeterRegistry(),
            new Trust(services.seal(), Gate.OPEN));
    for (Right right : Right.all(APPLICATION)) {
      if (right.optional()) {
        admin.deleteAcls(List.of(bindingOf(right).toFilter())).all().get();
      }
    }
    client = services.client();
    Traffic traffic = new Traffic(1, 2);
    Traffic other = new Traffic(2, 2);
    var _ = TRAFFIC.scheduleAtFixedRate(() -> say(traffic, other), 0, 1, TimeUnit.SECONDS);
    for (String service : List.of("manager", "adapter", "agent")) {
      again(service);
    }
  }

  @AfterAll
  static void stop() {
    TRAFFIC.shutdownNow();
    link.close(); // the services' own end is theirs
    client.close();
    producer.close(Duration.ZERO);
    admin.close(Duration.ZERO);
    services.close();
  }

  /** Everybody has to read, write, refuse and say something. */
  private static void say(Traffic... traffics) {
    for (Traffic traffic : traffics) {
      link.send(traffic.enforce());
      traffic.adapter().forEach(link::send);
      traffic.requests(900, 300).forEach(link::send);
      link.send(traffic.report(1_000));
    }
    for (Topic topic : List.of(Topic.REQUESTS, Topic.SETTINGS, Topic.GRANTS)) {
      byte[] nonsense = "no message".getBytes(StandardCharsets.UTF_8);
      var _ = producer.send(new ProducerRecord<>(topic.topicName(), nonsense, nonsense));
    }
  }

  private static AclBinding bindingOf(Right right) {
    return right.binding("User:" + right.party().word());
  }

  static List<Right> rights() {
    return Right.all(APPLICATION).stream()
        .filter(right -> right.party() != Party.TOOLS && !right.optional())
        .filter(right -> !isSeldom(right))
        .toList();
  }

  static List<Right> seldom() {
    return Right.all(APPLICATION).stream().filter(LeastRightsIT::isSeldom).toList();
  }

  /** The first manager's right to make topics among them. */
  private static boolean isSeldom(Right right) {
    return right.operation() == AclOperation.CREATE
        || (right.party() == Party.MANAGER
            && right.operation() == AclOperation.WRITE
            && right.on().resourceType() == ResourceType.TOPIC
            && SELDOM.stream().anyMatch(topic -> topic.topicName().equals(right.on().name())));
  }

  @Test
  void allOfThemRunWithTheLeast() throws Exception {
    Map<Party, Long> read = lengths();
    assertThat(Wait.pause(CALM)).isTrue();
    for (Party party : read.keySet()) {
      assertThat(complaints(party, read)).as("%s", party).isEmpty();
    }
    assertThat(services.get(services.url() + "/api/v1/domains")).contains("disk:serial:bench-1");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rights")
  void eachIsMissedByItsServiceAlone(Right taken) throws Exception {
    Map<Party, Long> read = lengths();
    String service = taken.party().word();
    admin.deleteAcls(List.of(bindingOf(taken).toFilter())).all().get();
    try {
      restart(service);
      assertThat(Wait.until(KNOWN, () -> !complaints(taken.party(), read).isEmpty()))
          .as("%s says that it misses it", service)
          .isTrue();
      nobodyBut(taken.party(), read);
    } finally {
      admin.createAcls(List.of(bindingOf(taken))).all().get();
      again(service);
    }
    content(taken.party(), Duration.ofSeconds(5));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("seldom")
  void whatIsDoneSeldomIsMissedWhenItIsDone(Right taken) throws Exception {
    Map<Party, Long> read = lengths();
    admin.deleteAcls(List.of(bindingOf(taken).toFilter())).all().get();
    try {
      if (taken.operation() == AclOperation.CREATE) {
        asTheFirstManager();
      }
      assertThat(Wait.until(KNOWN, MOMENT, () -> missed(taken, read)))
          .as("the manager says that it misses it: %s", complaints(Party.MANAGER, read))
          .isTrue();
      nobodyBut(taken.party(), read);
    } finally {
      admin.createAcls(List.of(bindingOf(taken))).all().get();
    }
    content(taken.party(), MOMENT);
  }

  private static void asTheFirstManager() throws Exception {
    services.kill("manager");
    // One that is back at once has its part again, whose topics it takes for made.
    var everybody = new RemoveMembersFromConsumerGroupOptions();
    admin.removeMembersFromConsumerGroup(APPLICATION, everybody).all().get();
    List<String> state =
        admin.listTopics().names().get().stream()
            .filter(topic -> topic.startsWith(APPLICATION + '-'))
            .toList();
    assertThat(state).isNotEmpty();
    admin.deleteTopics(state).all().get();
    services.launch("manager");
  }

  /** Whether the manager says that it may not, once the operator does what takes it. */
  private static boolean missed(Right taken, Map<Party, Long> from) {
    operate(taken);
    // Where a topic may not be made, brokers do not say which.
    String said = taken.operation() == AclOperation.CREATE ? "does not let us" : taken.on().name();
    return complaints(Party.MANAGER, from).stream().anyMatch(line -> line.contains(said));
  }

  private static void operate(Right taken) {
    try {
      if (taken.on().name().equals(Topic.REQUESTS.topicName())) {
        var _ = client.moveLun(MOVED, "serial:bench-2", "disk:serial:bench-1", "test");
      } else if (taken.operation() != AclOperation.CREATE) {
        String mode = client.guardRails(MOVED).orElseThrow().path("mode").asString("");
        var _ = client.setMode(MOVED, mode.equals("SHADOW") ? "ENFORCE" : "SHADOW", "test");
      }
    } catch (MissingException | NoSuchElementException e) {
      // the manager does not know the domain yet, or has been heard to miss it and does not decide
    }
  }

  private static void nobodyBut(Party who, Map<Party, Long> from) {
    for (Party party : from.keySet()) {
      if (party != who) {
        assertThat(complaints(party, from)).as("%s", party).isEmpty();
      }
    }
  }

  private static void content(Party party, Duration without) {
    Map<Party, Long> calm = lengths();
    assertThat(
            Wait.until(
                KNOWN,
                () -> {
                  Map<Party, Long> from = lengths();
                  return Wait.pause(without) && complaints(party, from).isEmpty();
                }))
        .as("%s is content again: %s", party, complaints(party, calm))
        .isTrue();
  }

  private static void restart(String service) {
    services.kill(service);
    services.launch(service);
  }

  private static void again(String service) {
    services.kill(service);
    services.startAgain(service);
  }

  private static Map<Party, Long> lengths() {
    Map<Party, Long> lengths = new EnumMap<>(Party.class);
    for (Party party : EnumSet.of(Party.AGENT, Party.ADAPTER, Party.MANAGER)) {
      lengths.put(party, (long) log(party).length());
    }
    return lengths;
  }

  private static List<String> complaints(Party party, Map<Party, Long> from) {
    String text = log(party);
    int start = Math.toIntExact(Math.min(text.length(), from.getOrDefault(party, 0L)));
    return text.substring(start)
        .lines()
        .filter(line -> COMPLAINT.matcher(line).find())
        .limit(5)
        .toList();
  }

  private static String log(Party party) {
    try {
      return Files.readString(services.log(party.word()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
