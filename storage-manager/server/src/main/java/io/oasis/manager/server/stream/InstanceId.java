package io.oasis.manager.server.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Names this instance across restarts, so that one that comes back takes its partitions over at
 * once instead of waiting until its former self is given up.
 */
public final class InstanceId {
  private InstanceId() {}

  /** The same in every process that has this directory. */
  public static String in(Path stateDir) {
    Path file = stateDir.resolve("instance-id");
    try {
      Files.createDirectories(stateDir);
      if (Files.exists(file)) {
        String id = Files.readString(file).strip();
        if (id.matches("[A-Za-z0-9-]{1,64}")) {
          return id;
        }
      }
      String id = UUID.randomUUID().toString();
      Files.writeString(file, id + '\n');
      return id;
    } catch (IOException e) {
      throw new UncheckedIOException("state-dir = " + stateDir + ": must be writable", e);
    }
  }
}
