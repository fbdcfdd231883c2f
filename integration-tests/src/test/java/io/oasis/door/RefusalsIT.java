package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Party;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Shows what a service says that a broker does not let in, in one line however often it tries, and
 * that it gets in once what was wrong is mended.
 */
@Tag("slow")
class RefusalsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Several attempts: the longest pause between two is 2 s. */
  private static final Duration ATTEMPTS = Duration.ofSeconds(7);

  @TempDir private static Path directory = Path.of("");

  private static TlsBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = new TlsBroker(directory, List.of(TlsBroker.ADMIN, "agent"));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aWrongPassword() {
    said(broker.link(TlsBroker.Shown.GOOD, "agent", "guessed"), "refuses our name or password");
  }

  @Test
  void anExpiredCertificate() {
    said(broker.link(TlsBroker.Shown.EXPIRED, "agent", "agent-secret"), "TLS: NotAfter");
  }

  @Test
  void anotherAuthoritysCertificate() {
    said(broker.link(TlsBroker.Shown.FORGED, "agent", "agent-secret"), "do not agree on TLS");
  }

  @Test
  void tlsWhereWeHaveNone() {
    String address = broker.address(TlsBroker.Shown.GOOD);
    said(LinkConfig.of(address, "agent"), "is no Kafka broker, or it wants TLS");
  }

  @Test
  void aWebServer() throws Exception {
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.start();
    try {
      String address = "127.0.0.1:" + web.getAddress().getPort();
      said(LinkConfig.of(address, "agent"), "is no Kafka broker");
    } finally {
      web.stop(0);
    }
  }

  /** Nobody makes topics by themselves; once they are there, the service goes on by itself. */
  @Test
  void topicsThatAreMissingAreNamedWithWhatMakesThem() throws Exception {
    LinkConfig link = broker.link("agent").only(Party.AGENT);
    try (Said said = new Said();
        KafkaLink opened = KafkaLink.open(link, new SimpleMeterRegistry())) {
      assertThat(Wait.until(PATIENCE, () -> said.count("topics are missing") == 1))
          .as("said: %s", said.lines())
          .isTrue();
      assertThat(said.lines().getFirst())
          .contains("oasis.requests", "`oasis kafka init --bootstrap " + link.bootstrap());
      try (Admin admin = KafkaLink.admin(broker.link(TlsBroker.ADMIN))) {
        assertThat(admin.listTopics().names().get()).isEmpty();
        new ClusterSetup(admin)
            .apply(
                new ClusterSetup.Plan(
                    1, Optional.empty(), ClusterSetup.Plan.named(), "oasis-manager", false));
      }
      assertThat(Wait.until(PATIENCE, opened::brokerAnswers)).isTrue();
    }
  }

  private static void said(LinkConfig link, String words) {
    try (Said said = new Said();
        KafkaLink opened = KafkaLink.open(link, new SimpleMeterRegistry())) {
      assertThat(Wait.until(PATIENCE, () -> said.count(words) == 1))
          .as("said: %s", said.lines())
          .isTrue();
      assertThat(Wait.pause(ATTEMPTS)).isTrue();
      assertThat(said.lines()).as("one line").hasSize(1);
      assertThat(opened.brokerAnswers()).isFalse();
    }
  }

  /** What links log. */
  private static final class Said implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.oasis.messaging");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    Said() {
      appender.start();
      logger.addAppender(appender);
    }

    List<String> lines() {
      return List.copyOf(appender.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    long count(String words) {
      return lines().stream().filter(line -> line.contains(words)).count();
    }

    @Override
    public void close() {
      logger.detachAppender(appender);
    }
  }
}
