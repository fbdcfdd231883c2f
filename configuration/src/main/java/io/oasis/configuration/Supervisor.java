package io.oasis.configuration;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whoever started a service and watches over it as systemd does, where there is one: it is told
 * when the service is up ({@code Type=notify}) and from then on that it lives ({@code
 * WatchdogSec=}).
 *
 * <p>Law: that it lives is said by the loop that does its work and by nothing else, so that a loop
 * that hangs is silent and the service is started anew.
 */
public final class Supervisor {
  private static final String SOCKET = "NOTIFY_SOCKET";

  /** Nobody, where no word need be said. */
  private static final long NEVER = Long.MAX_VALUE;

  private final @Nullable NotifySocket socket;
  private final LongSupplier nanos;
  private final long pauseNanos;
  private long said;

  Supervisor(Map<String, String> environment, long pid, LongSupplier nanos) {
    this.socket = socket(environment.getOrDefault(SOCKET, ""));
    this.nanos = nanos;
    this.pauseNanos = socket == null ? NEVER : pauseNanos(environment, pid);
    this.said = nanos.getAsLong() - pauseNanos;
  }

  /** Whom this process's environment names. */
  public static Supervisor ofProcess() {
    return new Supervisor(System.getenv(), ProcessHandle.current().pid(), System::nanoTime);
  }

  /** The service does its work from now on. */
  public void ready() {
    tell("READY=1", true); // it is said once
  }

  /** The loop came by: to be called at each of its turns, by one thread. */
  public void alive() {
    long now = nanos.getAsLong();
    if (pauseNanos != NEVER && now - said >= pauseNanos) {
      said = now;
      tell("WATCHDOG=1", false);
    }
  }

  /** How long a loop may wait at most from one turn to the next. */
  public Duration patience() {
    return Duration.ofNanos(pauseNanos);
  }

  /**
   * Half of what a watchdog waits is what systemd asks for; a loop that waits for as long as it may
   * comes by after two of these.
   */
  private static long pauseNanos(Map<String, String> environment, long pid) {
    try {
      long micros = Long.parseLong(environment.getOrDefault("WATCHDOG_USEC", "0"));
      String whose = environment.getOrDefault("WATCHDOG_PID", "");
      boolean isOurs = whose.isEmpty() || Long.parseLong(whose) == pid;
      return isOurs && micros > 0 ? Math.multiplyExact(micros, 1_000L) / 4 : NEVER;
    } catch (NumberFormatException | ArithmeticException e) {
      System.err.println("nobody can be told that this lives: " + e.getMessage());
      return NEVER;
    }
  }

  private static @Nullable NotifySocket socket(String name) {
    try {
      return name.isEmpty() ? null : new NotifySocket(name);
    } catch (IOException e) {
      System.err.println("nobody can be told that this is ready: " + e.getMessage());
      return null;
    }
  }

  private void tell(String word, boolean waits) {
    try {
      if (socket != null) {
        socket.send(word, waits);
      }
    } catch (IOException e) {
      System.err.println("cannot say " + word + ": " + e.getMessage());
    }
  }
}
