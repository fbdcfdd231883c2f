package io.oasis.adapter.targets.spdk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Cuts what a client sends into objects and arrays, as SPDK's parser does. */
final class FakeStream {
  private final ArrayDeque<byte[]> whole = new ArrayDeque<>();
  private ByteArrayOutputStream piece = new ByteArrayOutputStream();
  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean broken;

  void take(ByteBuffer bytes) {
    while (bytes.hasRemaining() && !broken) {
      byte next = bytes.get();
      if (depth == 0 && next != '{' && next != '[') {
        broken = " \t\r\n".indexOf(next) < 0;
        continue;
      }
      piece.write(next);
      if (inString) {
        inString = escaped || next != '"';
        escaped = !escaped && next == '\\';
      } else if (next == '"') {
        inString = true;
      } else if (next == '{' || next == '[') {
        depth++;
      } else if (next == '}' || next == ']') {
        depth--;
      }
      if (depth == 0) {
        whole.add(piece.toByteArray());
        piece = new ByteArrayOutputStream();
      }
    }
  }

  /** Whether something came that is neither. */
  boolean isBroken() {
    return broken;
  }

  int pending() {
    return piece.size();
  }

  byte @Nullable [] next() {
    return whole.poll();
  }
}
