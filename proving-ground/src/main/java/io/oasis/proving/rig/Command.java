package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Short commands of the operating system. */
public final class Command {
  private Command() {}

  /**
   * What the command prints.
   *
   * @throws MissingException with what it said if it fails
   */
  public static String output(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code != 0) {
        throw new MissingException(
            "%s failed (exit code %d): %s".formatted(String.join(" ", List.of(words)), code, said));
      }
      return said;
    } catch (IOException e) {
      throw new MissingException(words[0] + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MissingException("interrupted while running " + words[0], e);
    }
  }

  /** Whether a program of that name can be executed. */
  static boolean exists(String program) {
    for (String directory : path().split(":", -1)) {
      if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, program))) {
        return true;
      }
    }
    return false;
  }

  /** The usual places of system programs are not on everybody's path. */
  private static String path() {
    return System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
  }
}
