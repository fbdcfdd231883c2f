package io.oasis.distribution.process;

import io.oasis.configuration.ClosedPath;
import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory one instance keeps everything in; held by a lock while it runs, so that there is
 * never a second one on the same data.
 */
public final class DataDirectory implements AutoCloseable {
  private final Path root;
  private final FileChannel lockFile;

  private DataDirectory(Path root, FileChannel lockFile) {
    this.root = root;
    this.lockFile = lockFile;
  }

  /**
   * Where data is kept when nobody says otherwise.
   *
   * @throws MissingException if the environment names no home
   */
  public static Path standard(Map<String, String> environment, boolean root) {
    if (root) {
      return Path.of("/var/lib/oasis");
    }
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    if (!state.isEmpty()) {
      return Path.of(state, "oasis");
    }
    String home = environment.getOrDefault("HOME", "");
    if (home.isEmpty()) {
      throw new MissingException("neither XDG_STATE_HOME nor HOME is set; give a --data-dir");
    }
    return Path.of(home, ".local", "state", "oasis");
  }

  /**
   * Makes the directory if need be and takes its lock.
   *
   * @throws MissingException if it cannot be written or another instance holds it
   */
  public static DataDirectory open(Path root) {
    Path lockPath = root.resolve("run").resolve("lock");
    try {
      makePrivate(root);
      Files.createDirectories(root.resolve("log"));
      Files.createDirectories(lockPath.getParent());
      FileChannel channel =
          FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new MissingException(
            "data directory %s is in use by the Oasis with pid %s; stop it or give another --data-dir"
                .formatted(root, holder(root)));
      }
      DataDirectory directory = new DataDirectory(root, channel);
      directory.recordPid("oasis", ProcessHandle.current().pid());
      return directory;
    } catch (IOException e) {
      throw new MissingException(
          "data directory %s cannot be used (%s); give another --data-dir".formatted(root, e), e);
    }
  }

  /**
   * What is in it, logs and state, is for who runs it. One that has other things in it is left as
   * it is. Nothing is made or changed where somebody else may put a link in the way.
   */
  private static void makePrivate(Path root) throws IOException {
    refuse(root);
    Files.createDirectories(root);
    refuse(root);
    boolean ours = Files.exists(root.resolve("run"));
    try (Stream<Path> content = Files.list(root)) {
      ours |= content.findAny().isEmpty();
    }
    if (ours) {
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static void refuse(Path root) throws IOException {
    ClosedPath.objection(root)
        .ifPresent(
            why -> {
              throw new MissingException(
                  "data directory %s: %s, who could read and change what is kept in it; give another --data-dir"
                      .formatted(root, why));
            });
  }

  public Path root() {
    return root;
  }

  public Path log(String service) {
    return root.resolve("log").resolve(service + ".log");
  }

  /** Says in {@code run/NAME.pid} which process a service is. */
  void recordPid(String service, long pid) {
    try {
      Files.writeString(pidFile(service), pid + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void forgetPid(String service) {
    try {
      Files.deleteIfExists(pidFile(service));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      forgetPid("oasis");
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path pidFile(String service) {
    return root.resolve("run").resolve(service + ".pid");
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    }
  }

  private static String holder(Path root) {
    try {
      return Files.readString(root.resolve("run").resolve("oasis.pid")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
