package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.configuration.Secrets;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.distribution.replay.ExportCommand;
import io.oasis.lab.replay.Replay;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.KafkaWiring;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerConfig;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.stream.StreamsRunner;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine;

/**
 * Shows the manager at a real broker: an interval is answered, the operator's word reaches the
 * adapter, a restart goes on where it was, every decision can be replayed from the topics, and a
 * broker that comes back empty wedges nothing.
 */
class ManagerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration INTERVAL = Duration.ofMillis(200);

  @TempDir Path directory;

  private final SyntheticArray array =
      new SyntheticArray("h", "1", 1_000, new SplittableRandom(1))
          .with("system.slice/deep.service", 32, 5_000)
          .with("system.slice/shallow.service", 1, 5_000);
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(100_000);
  private final List<Message> heard = new ArrayList<>();
  private final StringWriter said = new StringWriter();
  private Services broker;
  private ConfigurableApplicationContext manager;
  private KafkaLink link;

  @BeforeEach
  void start() {
    broker = Services.start(directory.resolve("broker"), Deployment.forTrial().only(), _ -> {});
    manager = manager();
    link = KafkaLink.open(broker.link("test"), new SimpleMeterRegistry());
    link.read(
        Set.of(Topic.SETTINGS, Topic.GRANTS, Topic.DECISIONS), TopicReader.From.EARLIEST, inbox);
  }

  @AfterEach
  void stop() {
    link.close();
    manager.close();
    broker.close();
  }

  @Test
  void theLoopClosesAtARealBrokerAndSurvivesARestart() throws Exception {
    playUntil(() -> heardOf(Decision.class) && heardOf(GrantBatch.class));
    assertThat(heardOf(SettingBatch.class)).as("nothing is pushed in SHADOW").isFalse();

    assertThat(enforce().statusCode()).isEqualTo(200);
    playUntil(() -> viewed(view -> limits(view, Outcome.State.VERIFIED) > 0));
    DomainView before = view();

    manager.close();
    manager = manager();
    playUntil(() -> viewed(view -> !view.queues().isEmpty()));
    playUntil(() -> viewed(view -> limits(view, Outcome.State.VERIFIED) > 0));
    DomainView after = view();
    assertThat(after.rails()).as("the operator's word").isEqualTo(before.rails());
    assertThat(after.version().isAfter(before.version())).as("versions go on").isTrue();
    assertThat(after.capacity().upperIops()).as("what was learned").isPresent();
    everyDecisionCanBeReplayed();
  }

  private void everyDecisionCanBeReplayed() throws IOException {
    Path file = directory.resolve("recording");
    assertThat(
            new CommandLine(new ExportCommand())
                .execute(
                    "--bootstrap",
                    broker.bootstrap(),
                    "--kafka-config",
                    broker.secrets().file("tools").toString(),
                    file.toString()))
        .isZero();
    try (BufferedReader recording = Files.newBufferedReader(file)) {
      Replay.Result replay = Replay.of(recording, Optional.empty());
      assertThat(Replay.Result.ofBandwidth(replay.recorded()))
          .extracting(decision -> decision.header().version().epoch())
          .as("decisions of both managers")
          .contains(1L, 2L);
      assertThat(replay.isSame()).as("bit for bit").isTrue();
    }
    try (BufferedReader recording = Files.newBufferedReader(file)) {
      assertThat(Replay.of(recording, Optional.of("oasis")).isSame()).isFalse();
    }
  }

  /** What is written out, reviewed and edited comes into force, and only what differs is sent. */
  @Test
  void theOperatorsWordGoesThroughAFile() throws Exception {
    playUntil(() -> viewed(view -> !view.queues().isEmpty()));
    Path file = directory.resolve("word.yaml");
    assertThat(oasis("export", "--out", file.toString())).isZero();
    String exported = Files.readString(file);
    assertThat(exported).contains("version: 1", "disk:wwid:1:", "mode: SHADOW", "rails: []");
    assertThat(oasis("import", file.toString(), "--dry-run")).as(said.toString()).isZero();

    Files.writeString(
        file,
        exported
            .replace("mode: SHADOW", "mode: ENFORCE")
            .replace(
                "rails: []",
                "rails:\n      - {scope: APPLICATION, name: h:a, weight: 2, limitIops: 600}"));
    long before = view().rails().revision();
    assertThat(oasis("import", file.toString(), "--dry-run")).isEqualTo(1);
    assertThat(said.toString())
        .contains("mode: SHADOW -> ENFORCE")
        .contains("rails APPLICATION h:a limitIops: none -> 600");
    assertThat(oasis("import", file.toString())).as("without a reason").isEqualTo(2);
    assertThat(view().rails().revision()).as("nothing was changed").isEqualTo(before);

    assertThat(oasis("import", file.toString(), "--reason", "reviewed")).as("" + said).isZero();
    GuardRails rails = view().rails();
    assertThat(rails.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(rails.rails()).extracting(GuardRails.GuardRail::name).containsExactly("h:a");
    assertThat(rails.change().reason()).contains("reviewed");
    assertThat(rails.change().actor()).isPresent();
    assertThat(oasis("import", file.toString(), "--reason", "again")).isZero();
    assertThat(view().rails()).as("what does not differ is not sent").isEqualTo(rails);

    Files.writeString(file, exported.replace("disk:wwid:1:", "disk:wwid:2:"));
    assertThat(oasis("import", file.toString(), "--reason", "other")).isEqualTo(3);
    assertThat(said.toString()).contains("disk:wwid:2", "nothing was changed");
    Files.writeString(file, exported.replace("mode:", "mod:"));
    assertThat(oasis("import", file.toString(), "--dry-run")).isEqualTo(2);
    assertThat(said.toString()).contains("nearest is mode (" + file + ":5)");
  }

  private int oasis(String... arguments) {
    said.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", "http://127.0.0.1:" + port()));
    all.addAll(List.of("--token-file", directory.resolve("manager/access/admin.token").toString()));
    PrintWriter out = new PrintWriter(said, true);
    return Oasis.commandLine().setOut(out).setErr(out).execute(all.toArray(String[]::new));
  }

  @Test
  void aBrokerThatComesBackEmptyWedgesNothing() throws Exception {
    playUntil(() -> viewed(view -> view.capacity().upperIops().isPresent()));
    assertThat(enforce().statusCode()).isEqualTo(200);
    playUntil(() -> viewed(view -> limits(view, Outcome.State.VERIFIED) > 0));
    DomainView before = view();

    broker.kill("broker");
    awaitUntil(() -> !broker.alive("broker"));
    FileSystemUtils.deleteRecursively(
        directory.resolve("broker").resolve("broker").resolve("data"));
    broker.startAgain("broker");
    heard.clear();

    // Nobody has told the empty broker to enforce, so nobody is limited by it.
    playUntil(
        () ->
            viewed(
                view ->
                    view.rails().mode() == Mode.SHADOW && view.capacity().upperIops().isPresent()));
    assertThat(enforce().statusCode()).isEqualTo(200);
    playUntil(
        () ->
            heard.stream()
                .anyMatch(
                    message ->
                        message instanceof SettingBatch batch
                            && batch.settings().getFirst().version().isAfter(before.version())));
  }

  private ConfigurableApplicationContext manager() {
    ManagerConfig config =
        new ManagerComponent()
            .configuration(
                Map.of(
                    "bootstrap", broker.bootstrap(),
                    "kafka-config", broker.secrets().file("manager").toString(),
                    "http-port", "0",
                    "state-dir", directory.resolve("manager").toString(),
                    "interval-ms", Long.toString(INTERVAL.toMillis()),
                    "partitions", "2"));
    return ManagerMain.start(config, KafkaWiring.class);
  }

  private String port() {
    return manager.getEnvironment().getRequiredProperty("local.server.port");
  }

  private HttpResponse<String> enforce() throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port() + "/api/v1/domains/disk:wwid:1/mode");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri)
                .header(
                    "Authorization",
                    "Bearer " + Secrets.read(directory.resolve("manager/access/admin.token")))
                .header("Content-Type", "application/json")
                .PUT(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"mode\":\"ENFORCE\",\"reason\":\"test\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  /** Plays interval after interval until it is so. */
  private void playUntil(BooleanSupplier so) {
    awaitUntil(
        () -> {
          List<Message> taken = new ArrayList<>();
          inbox.drainTo(taken);
          taken.forEach(array::take);
          heard.addAll(taken);
          array.interval(link, Instant.now());
          return so.getAsBoolean();
        });
  }

  private static void awaitUntil(BooleanSupplier so) {
    assertThat(Wait.until(PATIENCE, INTERVAL, so)).as("within " + PATIENCE).isTrue();
  }

  private boolean heardOf(Class<? extends Message> type) {
    return heard.stream().anyMatch(type::isInstance);
  }

  private boolean viewed(Predicate<DomainView> so) {
    return manager
        .getBean(DomainRegistry.class)
        .find(array.domain())
        .filter(so)
        .filter(view -> manager.getBean(StreamsRunner.class).status().deciding())
        .isPresent();
  }

  private DomainView view() {
    DomainRegistry domains = manager.getBean(DomainRegistry.class);
    Wait.until(PATIENCE, () -> domains.find(array.domain()).isPresent());
    return domains.find(array.domain()).orElseThrow();
  }

  private static long limits(DomainView view, Outcome.State state) {
    return view.queues().stream()
        .filter(queue -> queue.inForce().state().filter(state::equals).isPresent())
        .count();
  }
}
