package io.oasis.adapter.shell;

import io.oasis.adapter.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * By which an adapter that is started anew leaves its limits in force to the next one of its state
 * directory, until their lease ends. Who starts it anew says so right before, with a file; what the
 * adapter leaves is a file that says until when, by the time that the machine is up: it outlives
 * processes and no clock is set on it.
 */
final class HandOver {
  /** Makes an adapter that is told to stop leave its limits. */
  static final String WANTED = "hand-over.wanted";

  private static final String LEFT = "hand-over";

  private final Path stateDir;
  private final Supplier<Duration> uptime;

  HandOver(Path stateDir, Supplier<Duration> uptime) {
    this.stateDir = stateDir;
    this.uptime = uptime;
  }

  static HandOver in(Path stateDir) {
    return new HandOver(stateDir, HandOver::uptime);
  }

  private static Duration uptime() {
    try {
      String[] words = Files.readString(Path.of("/proc/uptime")).split(" ", -1);
      return Duration.ofMillis((long) (Double.parseDouble(words[0]) * 1_000));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Whether it is wanted; it is not after that. */
  boolean isWanted() {
    try {
      return Files.deleteIfExists(stateDir.resolve(WANTED));
    } catch (IOException e) {
      return false; // then it lets go, which is always right
    }
  }

  /**
   * The next adapter may take over for so long.
   *
   * @return whether it will know
   */
  boolean leave(Duration left) {
    try {
      Files.writeString(stateDir.resolve(LEFT), "" + uptime.get().plus(left).toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** How long what was left may stay; nothing was left if absent, or not any more. */
  Optional<Duration> take() throws JournalException {
    isWanted(); // of an adapter that was killed before it could be told
    Path file = stateDir.resolve(LEFT);
    try {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      String until = Files.readString(file).strip();
      Files.delete(file);
      Duration left = Duration.ofMillis(Long.parseLong(until)).minus(uptime.get());
      return Optional.of(left).filter(Duration::isPositive);
    } catch (NumberFormatException e) {
      return Optional.empty(); // torn, or nobody's
    } catch (IOException e) {
      throw new JournalException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
