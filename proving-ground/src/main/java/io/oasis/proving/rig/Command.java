package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

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

  /** Ends a process and what it started; by force, if it takes longer than that. */
  public static void end(Process process, Duration patience) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    children.forEach(ProcessHandle::destroy);
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        children.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a program of that name can be executed. */
  public static boolean exists(String program) {
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
