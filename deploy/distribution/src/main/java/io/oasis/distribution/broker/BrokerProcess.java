package io.oasis.distribution.broker;

import io.oasis.configuration.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** The broker in this process. */
public final class BrokerProcess {
  private BrokerProcess() {}

  /** Returns when the broker has been told to stop. */
  public static void run(BrokerConfig config) throws IOException {
    BrokerSecrets secrets = BrokerSecrets.in(config.secrets());
    Properties properties = config.properties(secrets);
    Files.createDirectories(config.directory());
    Files.setPosixFilePermissions(config.directory(), PosixFilePermissions.fromString("rwx------"));
    Secrets directory = Secrets.in(config.directory());
    StringWriter written = new StringWriter();
    properties.store(written, "Written at every start.");
    directory.put("server.properties", written.toString());
    format(config, directory.file("server.properties"));
    serve(config, secrets, properties);
  }

  /** Once it listens, nobody else can on its port: its own password goes to itself only. */
  private static void serve(BrokerConfig config, BrokerSecrets secrets, Properties properties) {
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("broker-shutdown").unstarted(server::shutdown));
    server.startup();
    Thread.ofPlatform()
        .daemon()
        .name("broker-provision")
        .start(() -> Provision.giveUntilTaken(config, secrets));
    server.awaitShutdown();
  }

  /** Gives an empty directory its cluster id; leaves one that has it alone. */
  private static void format(BrokerConfig config, Path file) {
    if (Files.exists(config.directory().resolve("data").resolve("meta.properties"))) {
      return;
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        StorageTool.execute(
            new String[] {
              "format",
              "--ignore-formatted",
              "-t",
              Uuid.randomUuid().toString(),
              "-c",
              file.toString()
            },
            new PrintStream(said, true, StandardCharsets.UTF_8));
    if (code != 0) {
      throw new IllegalStateException(
          "the broker's directory cannot be formatted: " + said.toString(StandardCharsets.UTF_8));
    }
  }
}
