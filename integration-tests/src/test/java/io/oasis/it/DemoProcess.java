package io.oasis.it;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code oasis demo --json} through the launcher, in a process group of its own. */
final class DemoProcess implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Pattern RUN = Pattern.compile("starting Oasis in (\\S+)");

  private final Process process;
  private final Path out;
  private final Path err;

  private DemoProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** The launcher of the tree under test. */
  static Path launcher() {
    return Path.of(System.getProperty("oasis.root", "..")).resolve("oasis").toAbsolutePath();
  }

  static DemoProcess start(Path directory, String... options) {
    // A test that runs in the background inherits that Ctrl-C is ignored; a user's shell does not.
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid", "env", "--default-signal=INT", launcher().toString(), "demo", "--json"));
    command.addAll(List.of(options));
    Path out = directory.resolve("demo.json");
    Path err = directory.resolve("demo.log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      process.getOutputStream().close();
      return new DemoProcess(process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Waits for its end and gives the exit code. */
  int await() throws InterruptedException {
    if (!process.waitFor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the demo does not end; it said: " + said());
    }
    return process.exitValue();
  }

  JsonNode result() {
    return new JsonMapper().readTree(read(out));
  }

  String said() {
    return read(err);
  }

  /** Waits until it has said something that contains {@code words}. */
  void awaitSaid(String words) {
    boolean said = Wait.until(LONGEST, () -> said().contains(words) || !process.isAlive());
    if (!said || !said().contains(words)) {
      throw new AssertionError("the demo never said \"" + words + "\" but: " + said());
    }
  }

  /** The private directory of the run, as it said itself. */
  Optional<Path> directory() {
    Matcher run = RUN.matcher(said());
    return run.find() ? Optional.of(Path.of(run.group(1))) : Optional.empty();
  }

  /** It and everything it started, guardian and janitor included. */
  List<ProcessHandle> family() {
    List<ProcessHandle> family = new ArrayList<>(process.descendants().toList());
    family.add(process.toHandle());
    return family;
  }

  void kill() {
    process.destroyForcibly();
  }

  /** What a terminal does on Ctrl-C: SIGINT to the whole foreground process group. */
  void controlC() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", "--", "-" + process.pid()).start().waitFor();
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      process.destroy();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
