package io.oasis.packages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Other programs; one that is missing is named with the Debian package that has it. */
final class Tools {
  private static final String MISSING = "%s is missing: apt-get install %s";

  private final Path log;

  /**
   * @param log gets what they say on standard error
   */
  Tools(Path log) {
    this.log = log;
  }

  /**
   * What a program answers, without blanks at its ends.
   *
   * @throws UnfitException when it is missing or fails
   */
  String ask(String... command) {
    return run(Instant.EPOCH, List.of(command));
  }

  /** The same for a program that asks the environment which time it is. */
  String run(Instant time, List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    if (time.isAfter(Instant.EPOCH)) {
      builder.environment().put("SOURCE_DATE_EPOCH", Long.toString(time.getEpochSecond()));
    }
    Process process = started(builder);
    try {
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code != 0) {
        throw new UnfitException(
            "%s failed with %d; it said: %s; more in %s"
                .formatted(String.join(" ", command), code, said, log));
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnfitException("interrupted");
    }
  }

  private static Process started(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      String name = builder.command().getFirst();
      throw new UnfitException(MISSING.formatted(name, name.startsWith("dpkg") ? "dpkg" : name));
    }
  }
}
