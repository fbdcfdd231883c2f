package io.oasis.distribution.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A child's output as a file that does not grow without bound: at {@code MAX_BYTES} it becomes
 * {@code NAME.1}, replacing the one before. The last lines are also kept for messages to people.
 */
final class BoundedLog {
  /** Two files of this size hold days of a calm service. */
  static final long MAX_BYTES = 4L * 1024 * 1024;

  /** Enough for the message of a stack trace with its cause. */
  private static final int TAIL_LINES = 20;

  private final Path file;
  private final ArrayDeque<String> tail = new ArrayDeque<>();
  private long bytes;

  BoundedLog(Path file) {
    this.file = file;
    try {
      bytes = Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies until the stream ends, on a thread of its own. */
  Thread pump(String name, InputStream output) {
    return Thread.ofVirtual().name("log-" + name).start(() -> copy(output));
  }

  synchronized List<String> tail() {
    return List.copyOf(tail);
  }

  private void copy(InputStream output) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        append(line);
      }
    } catch (IOException e) {
      append("log ends: " + e);
    }
  }

  private synchronized void append(String line) {
    tail.addLast(line);
    if (tail.size() > TAIL_LINES) {
      tail.removeFirst();
    }
    byte[] encoded = (line + '\n').getBytes(StandardCharsets.UTF_8);
    try {
      if (bytes + encoded.length > MAX_BYTES) {
        Path older = file.resolveSibling(file.getFileName() + ".1");
        Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
        bytes = 0;
      }
      Files.write(file, encoded, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      bytes += encoded.length;
    } catch (IOException e) {
      // A full disk must not stop the service whose output this is; the tail still has the line.
      bytes = 0;
    }
  }
}
