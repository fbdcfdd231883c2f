package io.oasis.adapter.shell;

import io.oasis.adapter.journal.JournalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * By which an adapter that is started anew leaves its limits in force to the next one of its state
 * directory, until their lease ends. Who starts it anew says so right before, with a file; what the
 * adapter leaves is a file that says until when, by the time that the machine is up since this
 * boot: it outlives processes and no clock is set on it.
 */
final class HandOver {
  /** Makes an adapter that is told to stop leave its limits. */
  static final String WANTED = "hand-over.wanted";

  private static final String LEFT = "hand-over";

  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private final Path stateDir;
  private final Supplier<Running> machine;

  /** Since when the machine runs: which boot it was, and how long ago. */
  record Running(String boot, Duration uptime) {}

  HandOver(Path stateDir, Supplier<Running> machine) {
    this.stateDir = stateDir;
    this.machine = machine;
  }

  static HandOver in(Path stateDir) {
    return new HandOver(stateDir, HandOver::running);
  }

  private static Running running() {
    try {
      double seconds = Double.parseDouble(Files.readString(UPTIME).split(" ", -1)[0]);
      return new Running(
          Files.readString(BOOT).strip(), Duration.ofMillis((long) (seconds * 1_000)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
      Running now = machine.get();
      String until = now.boot() + ' ' + now.uptime().plus(left).toMillis();
      Files.writeString(stateDir.resolve(LEFT), until);
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
      String[] words = Files.readString(file).split(" ", -1);
      Files.delete(file);
      Running now = machine.get();
      if (words.length != 2 || !words[0].equals(now.boot())) {
        return Optional.empty(); // torn, or of another boot, which took all limits with it
      }
      Duration left = Duration.ofMillis(Long.parseLong(words[1])).minus(now.uptime());
      return Optional.of(left).filter(Duration::isPositive);
    } catch (NumberFormatException e) {
      return Optional.empty(); // torn, or nobody's
    } catch (IOException e) {
      throw new JournalException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
