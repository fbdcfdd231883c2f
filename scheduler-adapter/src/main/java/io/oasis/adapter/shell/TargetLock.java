package io.oasis.adapter.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second adapter out of a state directory; the kernel lets go of it whatever happens. */
public final class TargetLock implements AutoCloseable {
  private static final String FILE = "adapter.lock";

  private final FileChannel channel;

  private TargetLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock or says who has it. */
  public static TargetLock take(Path stateDir) throws EnvironmentException {
    Path file = stateDir.resolve(FILE);
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        String owner = read(channel);
        channel.close();
        throw new EnvironmentException(
            "another adapter" + owner + " uses " + stateDir + ": stop it or give --state-dir");
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
      return new TargetLock(channel);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot lock " + file + " (" + e.getMessage() + "): give a writable --state-dir", e);
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
