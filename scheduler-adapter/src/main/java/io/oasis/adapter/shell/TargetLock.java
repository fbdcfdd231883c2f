package io.oasis.adapter.shell;

import io.oasis.linux.HostRoot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second adapter out of a state directory, and off a host's target whatever its state
 * directory is; the kernel lets go of it whatever happens.
 */
public final class TargetLock implements AutoCloseable {
  private static final String FILE = "adapter.lock";
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rw-------");

  /** Of a digest in a file's name: enough for the sockets of a host. */
  private static final int DIGITS = 32;

  /** Where all adapters of a host look; emptied at boot, when no limit is left either. */
  private static final String HOST_DIRECTORY = "/run/oasis";

  private final FileChannel channel;

  private TargetLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock of a state directory or says who has it. */
  public static TargetLock take(Path stateDir) throws EnvironmentException {
    return take(stateDir.resolve(FILE), "uses " + stateDir, "stop it or give another --state-dir");
  }

  /** Takes the lock of a host's target or says who has it. */
  public static TargetLock take(HostRoot host, String kind) throws EnvironmentException {
    return take(
        host.at(HOST_DIRECTORY).resolve("adapter-" + kind + ".lock"),
        "drives " + kind + " on this host",
        "stop it; two would take each other's limits for what was there before");
  }

  /** Takes the lock of a process, by where it listens, or says who has it. */
  static TargetLock of(HostRoot host, TargetSpec target) throws EnvironmentException {
    return take(
        file(host, target),
        "drives " + target,
        "stop it; two would take each other's limits for what was there before");
  }

  /**
   * Root's locks lie where only root writes: whoever may write beside a socket could make the file
   * first. Another user has no such place, and what he drives is his own.
   */
  private static Path file(HostRoot host, TargetSpec target) throws EnvironmentException {
    String address = target.address();
    boolean isSocket = address.startsWith("/");
    try {
      if (isSocket && (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") != 0) {
        return Path.of(address + ".adapter.lock");
      }
      String name = isSocket ? digest(real(Path.of(address))) : address;
      return host.at(HOST_DIRECTORY).resolve("adapter-%s-%s.lock".formatted(target.kind(), name));
    } catch (IOException e) {
      throw new EnvironmentException("cannot look at " + address + " (" + e + ")", e);
    }
  }

  /** The same for all names of a socket, also while its process is not there. */
  private static Path real(Path socket) throws IOException {
    try {
      return socket.toRealPath();
    } catch (NoSuchFileException e) {
      Path directory = socket.getParent();
      return directory == null || !Files.exists(directory)
          ? socket.normalize()
          : directory.toRealPath().resolve(socket.getFileName());
    }
  }

  private static String digest(Path path) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(path.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TargetLock take(Path file, String does, String mend) throws EnvironmentException {
    try {
      Files.createDirectories(file.getParent());
      FileChannel channel =
          FileChannel.open(
              file,
              Set.of(
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  LinkOption.NOFOLLOW_LINKS), // it may lie where anybody may make a link
              PosixFilePermissions.asFileAttribute(OWNERS));
      closeToOthers(file);
      if (tryLock(channel) == null) {
        String owner = read(channel);
        channel.close();
        throw new EnvironmentException("another adapter" + owner + " " + does + ": " + mend);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
      return new TargetLock(channel);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot lock "
              + file
              + " ("
              + e.getMessage()
              + "): run as root or give a writable --state-dir",
          e);
    }
  }

  /** Whoever may read a file may hold a lock on it; one that was made before may be open. */
  private static void closeToOthers(Path file) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view.getOwner().equals(Files.getOwner(Path.of("/proc/self")))) {
      view.setPermissions(OWNERS);
    }
  }

  /** Whether an adapter lives in a state directory. */
  public static boolean isTaken(Path stateDir) {
    try (FileChannel channel =
        FileChannel.open(
            stateDir.resolve(FILE), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      FileLock lock = tryLock(channel);
      if (lock == null) {
        return true;
      }
      lock.release();
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // an adapter in this very process has it
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(20);
    channel.read(bytes, 0);
    String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    return pid.isEmpty() ? "" : " (process " + pid + ")";
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
