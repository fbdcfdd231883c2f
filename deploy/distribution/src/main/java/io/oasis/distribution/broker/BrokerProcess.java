package io.oasis.distribution.broker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The broker in this process. */
public final class BrokerProcess {
  private BrokerProcess() {}

  /** Returns when the broker has been told to stop. */
  public static void run(BrokerConfig config) throws IOException {
    Path file = config.directory().resolve("server.properties");
    Files.createDirectories(config.directory());
    try (Writer writer = Files.newBufferedWriter(file)) {
      config.properties().store(writer, "Written at every start.");
    }
    format(config, file);
    Kafka.main(new String[] {file.toString()});
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
