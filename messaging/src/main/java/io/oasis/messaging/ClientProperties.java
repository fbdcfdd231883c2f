package io.oasis.messaging;

import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * An ordinary properties file of Kafka's clients: security, time-outs, whatever Kafka knows. What
 * no client of Kafka knows is passed on, for classes that are plugged in.
 */
final class ClientProperties {
  /** Told by a key of Oasis, or what sending without blocking and reading everything rest on. */
  static final Set<String> OWN =
      Set.of(
          CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
          CommonClientConfigs.CLIENT_ID_CONFIG,
          CommonClientConfigs.GROUP_ID_CONFIG,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ProducerConfig.PARTITIONER_CLASS_CONFIG,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);

  private static final List<ConfigDef> KNOWN =
      List.of(
          AdminClientConfig.configDef(), ProducerConfig.configDef(), ConsumerConfig.configDef());

  /** Of files that a property names, such as {@code ssl.truststore.location}. */
  private static final String FILE_SUFFIX = ".location";

  private ClientProperties() {}

  /**
   * @throws UsageException that names file and property
   */
  static Map<String, String> read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      throw wrong(file.toString(), "there is no such file");
    } catch (IOException | IllegalArgumentException e) {
      throw wrong(file.toString(), "cannot be read as properties: " + e.getMessage());
    }
    Map<String, String> read = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      String value = properties.getProperty(name);
      if (OWN.contains(name)) {
        throw wrong(file + ", " + name, "is set by Oasis itself");
      }
      if (name.endsWith(FILE_SUFFIX) && !Files.isReadable(Path.of(value))) {
        throw wrong(file + ", " + name, "there is no readable file " + value);
      }
      for (ConfigDef known : KNOWN) {
        check(known, file, name, value);
      }
      read.put(name, value);
    }
    Tokens.prepare(read);
    return read;
  }

  private static void check(ConfigDef known, Path file, String name, String value) {
    known.validate(Map.of(name, value)).stream()
        .filter(result -> result.name().equals(name))
        .flatMap(result -> result.errorMessages().stream())
        .findFirst()
        .ifPresent(
            problem -> {
              throw wrong(file + ", " + name, problem.replaceAll("\\R", " "));
            });
  }

  private static UsageException wrong(String place, String rule) {
    return new UsageException("kafka-config", place, rule);
  }
}
