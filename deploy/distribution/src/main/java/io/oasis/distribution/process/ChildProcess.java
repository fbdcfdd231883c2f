package io.oasis.distribution.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A running {@link JvmService}. */
final class ChildProcess {
  private final Process process;
  private final BoundedLog log;

  private ChildProcess(Process process, BoundedLog log) {
    this.process = process;
    this.log = log;
  }

  /** Starts the service with its output in {@code log}, whose directory is made if need be. */
  static ChildProcess start(JvmService service, Path log) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      BoundedLog bounded = new BoundedLog(log);
      ProcessBuilder builder = new ProcessBuilder(service.command()).redirectErrorStream(true);
      builder.environment().putAll(service.environment());
      Process process = builder.start();
      bounded.pump(service.name(), process.getInputStream());
      return new ChildProcess(process, bounded);
    } catch (IOException e) {
      throw new UncheckedIOException(service.name() + " cannot be started", e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** Completes with the exit code when the process has ended. */
  public CompletableFuture<Integer> ended() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** The last lines it printed. */
  public List<String> tail() {
    return log.tail();
  }

  /** The last line it printed that says something, rather than where in the code. */
  public String lastWords() {
    return tail().reversed().stream()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .findFirst()
        .orElse("nothing");
  }

  /** Asks it to end (SIGTERM), and kills it when it has not ended within {@code patience}. */
  public void stop(Duration patience) {
    process.destroy();
    if (!await(patience)) {
      kill();
    }
  }

  /** Sends a signal such as {@code STOP}; one that has ended gets none. */
  public void signal(String signal) {
    if (!alive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("kill cannot be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills it (SIGKILL) and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    await(Duration.ofSeconds(10));
  }

  /** Whether it has ended within {@code patience}. */
  public boolean await(Duration patience) {
    boolean interrupted = Thread.interrupted();
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      return !process.isAlive();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
