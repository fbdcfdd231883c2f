package io.oasis.adapter.targets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command of the machine and gives what it printed. */
public final class Shell {
  private static final long TIMEOUT_SECONDS = 120;

  private Shell() {}

  public static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(List.of(command) + " did not end");
    }
    if (process.exitValue() != 0) {
      throw new IOException(List.of(command) + " failed: " + output);
    }
    return output;
  }
}
