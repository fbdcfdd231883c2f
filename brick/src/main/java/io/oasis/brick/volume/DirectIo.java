package io.oasis.brick.volume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opening files past the page cache, and the memory that this needs. */
final class DirectIo {
  private DirectIo() {}

  static Set<OpenOption> options(boolean readOnly, boolean direct) {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    if (!readOnly) {
      options.add(StandardOpenOption.WRITE);
    }
    if (direct) {
      options.add(directOption());
    }
    return options;
  }

  /** By name, because the compiler warns of the class and cannot be told that it is meant. */
  private static OpenOption directOption() {
    try {
      for (Object option :
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option instanceof OpenOption found && option.toString().equals("DIRECT")) {
          return found;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new UnsupportedOperationException("this Java has no direct I/O", e);
    }
    throw new UnsupportedOperationException("this Java has no direct I/O");
  }

  /** Null where the file system does not do it. */
  static @Nullable FileChannel tryOpen(Path path, boolean readOnly, int block) {
    FileChannel opened = null;
    try {
      opened = FileChannel.open(path, options(readOnly, true));
      opened.read(aligned(block, block), 0);
      return opened;
    } catch (IOException | UnsupportedOperationException e) {
      if (opened != null) {
        try {
          opened.close();
        } catch (IOException closing) {
          e.addSuppressed(closing);
        }
      }
      return null;
    }
  }

  static ByteBuffer aligned(int bytes, int block) {
    return ByteBuffer.allocateDirect(bytes + block).alignedSlice(block).slice(0, bytes);
  }
}
