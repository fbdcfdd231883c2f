package io.oasis.adapter.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the guardian script running and fed with heartbeats, which say how long the first lease
 * still runs; the script lets go of everything when none comes for so long. It runs in a session of
 * its own, so that what kills the adapter's process group leaves it alone.
 *
 * <p>Contract of {@link #keep}: never blocks for long; an obstacle is reported once no guardian has
 * answered for {@link #GRACE}. Without guardian there is no enforcement.
 */
public final class Guardian implements AutoCloseable {
  /** How long there may be no answer before enforcement stops. */
  static final Duration GRACE = Duration.ofSeconds(3);

  private static final Duration BEAT = Duration.ofMillis(250);

  /**
   * A living adapter lets go by itself when a lease ends, so it is given the time of some beats.
   */
  private static final Duration LEAST = Duration.ofMillis(750);

  private static final Duration RESTART = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(Guardian.class);

  private final Path stateDir;
  private final Duration lease;
  private @Nullable Process process;
  private Duration answeredAt;
  private Duration beatAt = Duration.ZERO;
  private Duration startedAt = Duration.ZERO;
  private boolean answered;
  private String trouble = "it does not answer";
  private long restarts = -1;

  public Guardian(Path stateDir, Duration lease, Duration now) {
    this.stateDir = stateDir;
    this.lease = lease;
    this.answeredAt = now;
  }

  /** How often it had to be started again. */
  public long restarts() {
    return Math.max(0, restarts);
  }

  /** Its process, for those who test that it is replaced. */
  public Optional<ProcessHandle> handle() {
    return Optional.ofNullable(process).map(Process::toHandle);
  }

  /** Starts it and waits until it has answered or the time is over; says why not. */
  public Optional<String> await(Supplier<Duration> monotonic, Duration most) {
    Duration deadline = monotonic.get().plus(most);
    Optional<String> obstacle = Optional.of("not started");
    while (monotonic.get().compareTo(deadline) < 0) {
      keep(monotonic.get(), Optional.empty());
      if (answered) {
        return Optional.empty();
      }
      obstacle = Optional.of(trouble);
      Process present = process;
      if (present == null || !present.isAlive()) {
        break;
      }
      pause();
    }
    return obstacle;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Beats, hears, restarts; says why there is no guardian if there has been none for too long.
   *
   * @param leaseEnd of the first lease that ends; with none the guardian waits for a whole one
   */
  public Optional<String> keep(Duration now, Optional<Duration> leaseEnd) {
    Process present = process;
    if (present == null || !present.isAlive()) {
      if (present == null || now.minus(startedAt).compareTo(RESTART) >= 0) {
        start(now);
      }
    } else {
      hear(present, now);
      beat(present, leaseEnd, now);
    }
    boolean silent = now.minus(answeredAt).compareTo(GRACE) >= 0;
    if (silent && now.minus(startedAt).compareTo(GRACE) >= 0) {
      discard(); // it is stopped or hangs: another one shall take its place
    }
    return silent
        ? Optional.of("no guardian, so nothing would let go if this adapter died: " + trouble)
        : Optional.empty();
  }

  private void start(Duration now) {
    startedAt = now;
    answered = false;
    discard();
    try {
      Path script = extract();
      process =
          new ProcessBuilder(
                  "setsid",
                  "bash",
                  script.toString(),
                  stateDir.toString(),
                  seconds(lease),
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  System.getProperty("java.class.path"))
              .redirectError(
                  ProcessBuilder.Redirect.appendTo(stateDir.resolve("guardian.log").toFile()))
              .start();
      restarts++;
      if (restarts > 0) {
        LOG.warn("the guardian was gone and was started again");
      }
      trouble = "it does not answer; see " + stateDir.resolve("guardian.log");
    } catch (IOException e) {
      process = null;
      trouble = "cannot start it (" + e.getMessage() + "); it needs bash, setsid and flock";
    }
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1000.0);
  }

  private Path extract() throws IOException {
    Path script = stateDir.resolve("guardian.sh");
    Path fresh = stateDir.resolve("guardian.sh.new");
    Files.writeString(fresh, script());
    Files.move(
        fresh,
        script,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return script;
  }

  /** The script, for packages that have it beside the program. */
  public static String script() throws IOException {
    try (InputStream text = Guardian.class.getResourceAsStream("guardian.sh")) {
      if (text == null) {
        throw new IOException("guardian.sh is missing in the program");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void hear(Process present, Duration now) {
    try {
      InputStream answers = present.getInputStream();
      int waiting = answers.available();
      if (waiting > 0) {
        answers.skipNBytes(waiting);
        answeredAt = now;
        answered = true;
      }
    } catch (IOException e) {
      trouble = e.toString();
    }
  }

  private void beat(Process present, Optional<Duration> leaseEnd, Duration now) {
    if (now.minus(beatAt).compareTo(BEAT) < 0) {
      return;
    }
    beatAt = now;
    Duration left = leaseEnd.map(end -> end.minus(now)).orElse(lease);
    say(present, "beat " + seconds(left.compareTo(LEAST) > 0 ? left : LEAST) + "\n");
  }

  private void say(Process present, String line) {
    try {
      OutputStream out = present.getOutputStream();
      out.write(line.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException e) {
      trouble = e.toString(); // it is gone: the next call starts another
    }
  }

  private void discard() {
    Process present = process;
    process = null;
    if (present != null) {
      present.destroyForcibly();
    }
  }

  /** It restores after so long, unless the next adapter's guardian takes its place. */
  void leave(Duration left) {
    Process present = process;
    if (present != null && present.isAlive()) {
      say(present, "leave " + seconds(left) + "\n");
    }
  }

  /** Says that nothing is left to restore; if something is, the guardian restores it. */
  @Override
  public void close() {
    Process present = process;
    if (present != null && present.isAlive()) {
      say(present, "bye\n");
      try {
        present.waitFor(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
