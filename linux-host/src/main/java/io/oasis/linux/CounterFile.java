package io.oasis.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file of {@code /proc}, {@code /sys} or a cgroup that is read over and over: kept open, read
 * from its beginning each time. Not for several threads.
 */
final class CounterFile implements AutoCloseable {
  /** Far above any counter file: 10,000 devices in diskstats are under 2 MiB. */
  private static final int MAX_BYTES = 16 << 20;

  /**
   * The kernel hands out such files by the page, and ends a piece only where the next line would
   * not fit: a piece under half a page was the last one, and need not be followed by an empty read.
   */
  private static final int WHOLE_BYTES = 2_048;

  private final Path path;
  private @Nullable FileChannel channel;

  CounterFile(Path path) {
    this.path = path;
  }

  /**
   * Reads the whole file.
   *
   * @return whether it was there; an open file of a removed cgroup is not
   */
  boolean read(Bytes into) {
    try {
      FileChannel open = channel;
      if (open == null) {
        open = FileChannel.open(path, StandardOpenOption.READ);
        channel = open;
      }
      into.fill(open);
      return true;
    } catch (IOException e) {
      close();
      return false;
    }
  }

  @Override
  public void close() {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // Only read from: there is nothing to lose.
        channel = null;
      }
    }
  }

  /**
   * The bytes of a file and a cursor that reads words and numbers from them without making objects.
   */
  static final class Bytes {
    private ByteBuffer buffer = ByteBuffer.allocateDirect(16 << 10);

    /** A copy on the heap: byte by byte, an array is read several times faster than a buffer. */
    private byte[] text = new byte[16 << 10];

    private int limit;
    private int at;

    private void fill(FileChannel channel) throws IOException {
      buffer.clear();
      int position = 0;
      while (true) {
        int read = channel.read(buffer, position);
        position += Math.max(0, read);
        if (read < WHOLE_BYTES && buffer.hasRemaining()) {
          break;
        }
        if (!buffer.hasRemaining()) {
          grow();
        }
      }
      if (text.length < position) {
        text = new byte[buffer.capacity()];
      }
      buffer.get(0, text, 0, position);
      limit = position;
      at = 0;
    }

    private void grow() throws IOException {
      if (buffer.capacity() >= MAX_BYTES) {
        throw new IOException("longer than " + MAX_BYTES + " bytes");
      }
      ByteBuffer larger = ByteBuffer.allocateDirect(buffer.capacity() * 2);
      buffer.flip();
      larger.put(buffer);
      buffer = larger;
    }

    boolean atEnd() {
      return at >= limit;
    }

    boolean atLineEnd() {
      return at >= limit || text[at] == '\n';
    }

    void skipBlanks() {
      while (at < limit && (text[at] == ' ' || text[at] == '\t')) {
        at++;
      }
    }

    void skipLine() {
      while (at < limit && text[at] != '\n') {
        at++;
      }
      at++;
    }

    /** The next byte, or 0 at the end. */
    byte peek() {
      return at < limit ? text[at] : 0;
    }

    void skip() {
      at++;
    }

    /** A number of digits; -1 when there is none. Beyond 64 bits it wraps. */
    long number() {
      int start = at;
      long value = 0;
      while (at < limit) {
        int digit = text[at] - '0';
        if (digit < 0 || digit > 9) {
          break;
        }
        value = value * 10 + digit;
        at++;
      }
      return at == start ? -1 : value;
    }

    /** The bytes up to a blank, '=' or the end of the line. */
    String word() {
      StringBuilder word = new StringBuilder();
      while (at < limit) {
        byte b = text[at];
        if (b == ' ' || b == '\n' || b == '=' || b == '\t') {
          break;
        }
        word.append((char) (b & 0xff));
        at++;
      }
      return word.toString();
    }

    /** Whether the cursor stands on this text; if so, moves behind it. */
    boolean take(String word) {
      if (limit - at < word.length()) {
        return false;
      }
      for (int i = 0; i < word.length(); i++) {
        if (text[at + i] != word.charAt(i)) {
          return false;
        }
      }
      at += word.length();
      return true;
    }
  }
}
