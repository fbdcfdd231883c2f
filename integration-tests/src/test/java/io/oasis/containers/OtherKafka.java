package io.oasis.containers;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Command;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/**
 * One broker of another version of Kafka than ours, from where Maven has its parts, as a process.
 */
final class OtherKafka implements AutoCloseable {
  /** The one before ours. */
  static final String BEFORE_OURS = "4.3.1";

  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:%s:copy-dependencies"
          .formatted(System.getProperty("oasis.dependency.plugin"));

  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>io.oasis.test</groupId>
        <artifactId>other-kafka</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <dependencies>
          <dependency>
            <groupId>org.apache.kafka</groupId>
            <artifactId>kafka_2.13</artifactId>
            <version>%s</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private static final String CLUSTER = "5L6g3nShT-eMCtK--X86sw";
  private static final Duration START = Duration.ofMinutes(1);
  private static final int ASK_MILLIS = 2_000;
  private static final Duration END = Duration.ofSeconds(10);

  private final String bootstrap;
  private final Process process;

  private OtherKafka(String bootstrap, Process process) {
    this.bootstrap = bootstrap;
    this.process = process;
  }

  /**
   * Gets its parts.
   *
   * @return why they cannot be had; nothing if they can
   */
  static List<String> fetch(String version, Path to) throws IOException {
    Path pom = Files.createDirectories(to).resolve("pom.xml");
    Files.writeString(pom, POM.formatted(version));
    try {
      Command.output(
          "mvn",
          "-B",
          "-q",
          "-f",
          pom.toString(),
          PLUGIN,
          "-DoutputDirectory=" + to,
          "-DincludeScope=runtime");
      return List.of();
    } catch (MissingException e) {
      return List.of("Kafka %s cannot be had here: %s".formatted(version, e.getMessage()));
    }
  }

  /**
   * Formats its disk and starts it.
   *
   * @param parts where they were brought
   */
  static OtherKafka start(Janitor janitor, Path parts) throws IOException {
    Path directory = janitor.directory();
    String broker = "127.0.0.1:" + Ports.free();
    Path file = directory.resolve("server.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties(broker, directory.resolve("kafka")).store(writer, null);
    }
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            parts + "/*");
    Command.output(
        command(java, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", "" + file));
    Process process =
        new ProcessBuilder(command(java, "kafka.Kafka", "" + file))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("kafka.log").toFile())
            .start();
    janitor.process(process.pid());
    OtherKafka kafka = new OtherKafka(broker, process);
    if (!Wait.until(START, kafka::answers)) {
      kafka.close();
      throw new IllegalStateException(Files.readString(directory.resolve("kafka.log")));
    }
    return kafka;
  }

  private static Properties properties(String broker, Path data) {
    String controller = "127.0.0.1:" + Ports.free();
    Properties properties = new Properties();
    properties.put("node.id", "1");
    properties.put("process.roles", "broker,controller");
    properties.put("listeners", "PLAINTEXT://%s,CONTROLLER://%s".formatted(broker, controller));
    properties.put("controller.listener.names", "CONTROLLER");
    properties.put("controller.quorum.voters", "1@" + controller);
    properties.put("log.dirs", data.toString());
    properties.put("auto.create.topics.enable", "false");
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("transaction.state.log.replication.factor", "1");
    properties.put("transaction.state.log.min.isr", "1");
    return properties;
  }

  private boolean answers() {
    try (Admin admin =
        Admin.create(
            Map.of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                ASK_MILLIS,
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                ASK_MILLIS))) {
      return !admin.describeCluster().nodes().get().isEmpty();
    } catch (ExecutionException e) {
      return false; // not yet
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String[] command(List<String> java, String... rest) {
    return Stream.concat(java.stream(), Stream.of(rest)).toArray(String[]::new);
  }

  String bootstrap() {
    return bootstrap;
  }

  @Override
  public void close() {
    Command.end(process, END);
  }
}
