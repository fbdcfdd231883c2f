package io.oasis.brick.client.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * Finds where one JSON object ends and the next begins in a stream without delimiters, whatever the
 * pieces are that it comes in. It counts braces outside strings; whether an object is well formed,
 * its reader finds out.
 */
public final class JsonSplitter {
  private static final int MAX_OBJECT_BYTES = 16 << 20;

  private final ArrayDeque<String> whole = new ArrayDeque<>();
  private ByteArrayOutputStream piece = new ByteArrayOutputStream();
  private int depth;
  private boolean inString;
  private boolean escaped;

  /** Takes the next bytes of the stream. */
  public void take(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      take(bytes.get());
    }
  }

  private void take(byte next) throws IOException {
    if (depth == 0 && next != '{') {
      if (" \t\r\n".indexOf(next) < 0) {
        throw new IOException("what comes is not JSON objects");
      }
      return;
    }
    piece.write(next);
    if (piece.size() > MAX_OBJECT_BYTES) {
      throw new IOException("an object of more than " + MAX_OBJECT_BYTES + " bytes comes");
    }
    if (inString) {
      inString = escaped || next != '"';
      escaped = !escaped && next == '\\';
      return;
    }
    switch (next) {
      case '"' -> inString = true;
      case '{', '[' -> depth++;
      case '}', ']' -> depth--;
      default -> {}
    }
    if (depth == 0) {
      whole.add(piece.toString(StandardCharsets.UTF_8));
      piece = new ByteArrayOutputStream();
    }
  }

  /** The oldest object that is complete. */
  public Optional<String> next() {
    return Optional.ofNullable(whole.poll());
  }
}
