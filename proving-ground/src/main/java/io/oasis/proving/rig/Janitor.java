package io.oasis.proving.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Removes what a run makes, whatever ends the run: a small shell process that outlives it, wakes
 * when the run's end of a pipe closes, and cleans up by what was recorded. What is recorded is on
 * disk, so that a later run can sweep after a janitor that was killed too.
 *
 * <p>Whoever makes something that outlives a process records it here first.
 */
public final class Janitor implements AutoCloseable {
  /** Directories of runs are called so; nothing else is swept. */
  private static final String PREFIX = "oasis-lab-";

  private static final String STATE = "leftovers";
  private static final String OWNER = "owner ";
  private static final String SCRIPT = "janitor.sh";

  /** Longer than the script waits for services and processes together. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final Path directory;
  private final Path state;
  private final Process process;

  private Janitor(Path directory, Path state, Process process) {
    this.directory = directory;
    this.state = state;
    this.process = process;
  }

  /** Makes a new private directory in {@code parent} and starts its janitor. */
  public static Janitor start(Path parent) {
    try {
      Path directory =
          Files.createTempDirectory(parent, PREFIX, PosixFilePermissions.asFileAttribute(PRIVATE));
      Path state = directory.resolve(STATE);
      Files.writeString(state, OWNER + ProcessId.self() + "\ndirectory " + directory + "\n");
      return new Janitor(directory, state, launch(directory, state));
    } catch (IOException e) {
      throw new UncheckedIOException("no private directory can be made in " + parent, e);
    }
  }

  /** The same where a lab with a device of so many MiB is kept; cleans up after earlier ones. */
  public static Janitor start(int sizeMiB) {
    LabDirectory.all().forEach(Janitor::sweep);
    return start(LabDirectory.of(sizeMiB));
  }

  /**
   * Cleans up after runs of this user whose process is gone. The parent may be everybody's: what
   * others have put there is left alone.
   *
   * @return the directories of runs that are still alive
   */
  public static List<Path> sweep(Path parent) {
    List<Path> alive = new ArrayList<>();
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path run : runs) {
        Path state = run.resolve(STATE);
        if (!isOurs(run) || !Files.isRegularFile(state, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        if (ownerAlive(state)) {
          alive.add(run);
        } else {
          new Janitor(run, state, launch(run, state)).close();
        }
      }
      return List.copyOf(alive);
    } catch (IOException e) {
      throw new UncheckedIOException("leftovers in " + parent + " cannot be swept", e);
    }
  }

  /** Whether this user made it and nobody else can have written in it. */
  public static boolean isOurs(Path run) throws IOException {
    PosixFileAttributes is =
        Files.readAttributes(run, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return is.isDirectory()
        && is.permissions().equals(PRIVATE)
        && Files.getAttribute(run, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user);
  }

  /** The private directory; it is removed with everything in it. */
  public Path directory() {
    return directory;
  }

  /** A process that ends by itself when this one does. */
  public void service(long pid) {
    record("service " + ProcessId.of(pid));
  }

  /** A process that has to be ended, after the device it serves has gone. */
  public void process(long pid) {
    record("process " + ProcessId.of(pid));
  }

  /**
   * Starts a process that has to be ended. What it says is in {@code NAME.log} of the directory; a
   * terminal's Ctrl-C does not reach it: that would take the device from under who uses it.
   */
  Process start(String name, List<String> command) throws IOException {
    List<String> apart = new ArrayList<>(List.of("setsid"));
    apart.addAll(command);
    Process started =
        new ProcessBuilder(apart)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start();
    process(started.pid());
    return started;
  }

  /** Where a file system on one of the run's devices is mounted. */
  public void filesystem(Path path) {
    record("filesystem " + path);
  }

  /** A cgroup directory, parents before their children. */
  void cgroup(Path path) {
    record("cgroup " + path);
  }

  /** A cgroup v2 directory whose {@code io} controller is switched on for what is below it. */
  void controller(Path path) {
    record("controller " + path);
  }

  /** A file that loop devices are made over. */
  void backing(Path file) {
    record("backing " + file);
  }

  /** A loop device over such a file: it can still be found when the file has gone. */
  void loop(String device) {
    record("loop " + device);
  }

  /** A mount point. */
  void mount(Path path) {
    record("mount " + path);
  }

  /** Has everything cleaned up and waits until it is. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The janitor was killed: what it should have done is done by a new one.
    }
    boolean interrupted = Thread.interrupted();
    try {
      process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (Files.exists(directory)) {
        Process second = launch(directory, state);
        second.getOutputStream().close();
        second.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void record(String line) {
    try {
      Files.writeString(state, line + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record " + line + " for the janitor", e);
    }
  }

  private static Process launch(Path directory, Path state) throws IOException {
    Path script = directory.resolve(SCRIPT);
    try (InputStream source = Janitor.class.getResourceAsStream(SCRIPT)) {
      if (source == null) {
        throw new IllegalStateException("the resource " + SCRIPT + " is missing");
      }
      Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
    }
    // A session of its own: a terminal's Ctrl-C and hang-up reach the run, not the janitor.
    return new ProcessBuilder("setsid", "bash", script.toString(), state.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static boolean ownerAlive(Path state) throws IOException {
    String first = Files.readAllLines(state).getFirst();
    return first.startsWith(OWNER)
        && ProcessId.parse(first.substring(OWNER.length())).filter(ProcessId::isAlive).isPresent();
  }
}
