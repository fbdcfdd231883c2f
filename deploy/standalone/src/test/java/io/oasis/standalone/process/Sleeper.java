package io.oasis.standalone.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A service that runs until it is ended; says in the file of its first argument that it ended. */
public final class Sleeper {
  private Sleeper() {}

  public static void main(String[] arguments) throws Exception {
    Path ended = Path.of(arguments[0]);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> touch(ended)));
    System.out.println("sleeping");
    if (arguments.length > 1) {
      System.out.println("ending with " + arguments[1]);
      System.exit(Integer.parseInt(arguments[1]));
    }
    Thread.sleep(Duration.ofMinutes(5));
  }

  private static void touch(Path file) {
    try {
      Files.writeString(file, "");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
