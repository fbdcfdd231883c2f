package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Samples;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that somebody who can write to the broker of {@code oasis up} moves no limit and is heard
 * by nobody, and that the same words are heard from whom they should come.
 */
@Tag("slow")
class StrangerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final QueueId QUEUE = QueueId.parse("stranger:/made-up|stranger");

  @TempDir private static Path directory = Path.of("");

  private static Services services;
  private static KafkaLink stranger;
  private static KafkaLink manager;
  private static final BlockingQueue<Message> heard = new ArrayBlockingQueue<>(100_000);

  @BeforeAll
  static void start() {
    services = Services.start(directory, Deployment.forTrial(), _ -> {});
    stranger = link("stranger", Trust.NONE);
    manager = link("another", new Trust(services.seal(), Gate.OPEN));
    TopicReader reader = stranger.read(Set.of(Topic.OUTCOMES), TopicReader.From.LATEST, heard);
    Wait.until(PATIENCE, reader::isPositioned);
  }

  private static KafkaLink link(String name, Trust trust) {
    KafkaLink link = KafkaLink.open(services.link(name), new SimpleMeterRegistry(), trust);
    assertThat(Wait.until(PATIENCE, link::brokerAnswers)).isTrue();
    return link;
  }

  @AfterAll
  static void stop() {
    if (manager != null) {
      manager.close();
      stranger.close();
    }
    if (services != null) {
      services.close();
    }
  }

  private static <M> Optional<M> await(Class<M> type, Predicate<M> wanted, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    for (long left = patience.toNanos(); left > 0; left = end - System.nanoTime()) {
      Message message = heard.poll(left, TimeUnit.NANOSECONDS);
      if (type.isInstance(message) && wanted.test(type.cast(message))) {
        return Optional.of(type.cast(message));
      }
    }
    return Optional.empty();
  }

  private static Optional<Outcome> outcome(Version version, Duration patience)
      throws InterruptedException {
    return await(OutcomeBatch.class, batch -> find(batch, version).isPresent(), patience)
        .flatMap(batch -> find(batch, version));
  }

  private static Optional<Outcome> find(OutcomeBatch batch, Version version) {
    return batch.outcomes().stream()
        .filter(outcome -> outcome.queue().equals(QUEUE) && outcome.version().equals(version))
        .findFirst();
  }

  private static SettingBatch setting(AdapterStatus of, Version version, Mode mode) {
    return new SettingBatch(
        of.domain(),
        of.adapter(),
        of.session(),
        Instant.now(),
        15_000,
        List.of(new Setting(QUEUE, version, Optional.of(RateBound.ofIops(10)), 1)),
        Optional.of(new Authority(mode, Optional.of("oasis-manager"))));
  }

  private static double untrusted(String service) {
    return services
        .metrics(service)
        .lines()
        .filter(line -> line.contains("_refused_total") && line.contains("kind=\"untrusted\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void aSettingIsObeyedOfWhoSignsItAndOfNobodyElse() throws InterruptedException {
    AdapterStatus status = await(AdapterStatus.class, _ -> true, PATIENCE).orElseThrow();
    long epoch = status.highestVersion().epoch();

    Version forged = new Version(epoch, 1_000_001);
    assertThat(stranger.send(setting(status, forged, Mode.ENFORCE))).isTrue();
    assertThat(Wait.until(PATIENCE, () -> untrusted("adapter") >= 1)).as("counted").isTrue();

    Version shadow = new Version(epoch, 1_000_002);
    assertThat(manager.send(setting(status, shadow, Mode.SHADOW))).isTrue();
    assertThat(outcome(shadow, PATIENCE).orElseThrow().cause()).contains("ENFORCE only");

    Version signed = new Version(epoch, 1_000_003);
    assertThat(manager.send(setting(status, signed, Mode.ENFORCE))).isTrue();
    assertThat(outcome(signed, PATIENCE).orElseThrow().cause()).contains("no such application");
    assertThat(outcome(forged, Duration.ofSeconds(3))).as("never answered").isEmpty();
  }

  @Test
  void aRequestIsHeardOfAHostWithATokenAndOfNobodyElse() {
    RequestBatch made =
        ((RequestBatch) Samples.full().get(Schema.REQUEST_BATCH)).in(new DomainId("made-up"));
    double before = untrusted("manager");
    assertThat(stranger.send(made)).isTrue();
    assertThat(Wait.until(PATIENCE, () -> untrusted("manager") > before)).as("counted").isTrue();
    assertThat(services.get(services.url() + "/api/v1/domains")).doesNotContain("made-up");

    assertThat(manager.send(made)).isTrue();
    assertThat(
            Wait.until(
                PATIENCE,
                () -> services.get(services.url() + "/api/v1/domains").contains("made-up")))
        .isTrue();
  }
}
