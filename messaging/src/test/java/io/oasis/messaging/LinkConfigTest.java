package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.oauthbearer.internals.secured.ConfigurationUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what an address and a properties file of Kafka's clients must be, and where they go. */
class LinkConfigTest {
  private static final String ENDPOINT = SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL;

  @TempDir private Path directory = Path.of("");

  @Test
  void bootstrapMustBeHostAndPort() {
    for (String wrong : List.of("", "localhost", "localhost:", ":1", "a:0", "a:65536", "a:1,b")) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> LinkConfig.of(wrong, "agent"))
          .satisfies(e -> assertThat(e.key()).isEqualTo("bootstrap"));
    }
    assertThat(LinkConfig.of("a:1,[::1]:2", "agent").needs().partitions()).isEqualTo(4);
  }

  @Test
  void theOperatorsPropertiesReachEveryClientAndWinOverTunedOnes() throws IOException {
    Path file = file("sasl.mechanism=PLAIN\nlinger.ms = 7\nplugged.in=x\n");
    LinkConfig config =
        new LinkConfig(
            "a:1",
            "c",
            1 << 20,
            ServiceKeys.KAFKA_CONFIG.parse(file + ""),
            new LinkConfig.Needs(Party.AGENT.topics(), 4, (short) 1, false));

    assertThat(ClientSettings.producer(config))
        .containsEntry(ProducerConfig.LINGER_MS_CONFIG, "7")
        .containsEntry("plugged.in", "x")
        .containsEntry(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
    assertThat(ClientSettings.admin(config)).containsEntry("sasl.mechanism", "PLAIN");
    assertThat(ClientSettings.consumer(config, TopicReader.From.LATEST))
        .containsEntry("sasl.mechanism", "PLAIN");
  }

  /** Kafka itself allows none, unless a property of the JVM lists it. */
  @Test
  void tokensMayBeFetchedWhereTheOperatorsFileSays() throws IOException {
    String place = "https://id.example/token";
    Path file = file("sasl.mechanism=OAUTHBEARER\n" + ENDPOINT + '=' + place);
    Map<String, String> client = ServiceKeys.KAFKA_CONFIG.parse(file.toString());
    assertThatNoException().isThrownBy(() -> new ConfigurationUtils(client).validateUrl(ENDPOINT));
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(
            () -> new ConfigurationUtils(Map.of(ENDPOINT, place + "/other")).validateUrl(ENDPOINT));
  }

  @ParameterizedTest
  @CsvSource({
    "request.timeout.ms=soon, request.timeout.ms",
    "acks=most, acks",
    "bootstrap.servers=a:1, is set by Oasis itself",
    "max.block.ms=1000, is set by Oasis itself",
    "ssl.truststore.location=/nowhere, there is no readable file /nowhere",
    "a=\\u00, cannot be read as properties",
  })
  void aWrongPropertyIsToldInOneLine(String line, String reason) throws IOException {
    Path file = file(line);
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ServiceKeys.KAFKA_CONFIG.parse(file.toString()))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("kafka-config = ")
                    .contains(reason)
                    .doesNotContain("\n"));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("k.properties"), text);
  }
}
