package io.oasis.configuration;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A socket that takes datagrams by its name, for which Java has no words: a file's, or one behind
 * {@code @} that is no file (sd_notify(3)). For as long as the process lives. 64-bit Linux.
 */
@SuppressWarnings("restricted")
final class NotifySocket {
  private static final short AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 0x80002;

  /** What cannot be said at once is not said: nobody's work waits for who reads it. */
  private static final int MSG_NOSIGNAL = 0x4000;

  private static final int MSG_DONTWAIT = 0x40;

  /** Of the kernel's {@code sockaddr_un}, whose last is zero. */
  private static final int MOST_NAME_BYTES = 107;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle SOCKET =
      handle("socket", FunctionDescriptor.of(INT, INT, INT, INT));
  private static final MethodHandle SENDTO =
      handle(
          "sendto",
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              INT,
              ValueLayout.ADDRESS,
              INT));

  private final String name;
  private final MemorySegment address;
  private final int socket;

  NotifySocket(String name) throws IOException {
    this.name = name;
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MOST_NAME_BYTES) {
      throw new IOException("the name of the socket is too long: " + name);
    }
    boolean isFile = bytes[0] != '@';
    ByteBuffer told = ByteBuffer.allocate(Short.BYTES + bytes.length + (isFile ? 1 : 0));
    told.order(ByteOrder.nativeOrder()).putShort(AF_UNIX).put(bytes);
    if (!isFile) {
      told.put(Short.BYTES, (byte) 0);
    }
    MemorySegment kernels = MemorySegment.ofArray(told.array());
    address = Arena.global().allocate(kernels.byteSize()).copyFrom(kernels);
    socket = open();
  }

  private static int open() throws IOException {
    try {
      int opened = (int) SOCKET.invokeExact((int) AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      if (opened == -1) {
        throw new IOException("there is no socket to be had");
      }
      return opened;
    } catch (Throwable t) {
      throw thrown(t);
    }
  }

  /**
   * @param waits while nobody takes it; else it is lost
   */
  void send(String text, boolean waits) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment said = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      long sent =
          (long)
              SENDTO.invokeExact(
                  socket,
                  said,
                  said.byteSize(),
                  waits ? MSG_NOSIGNAL : MSG_NOSIGNAL | MSG_DONTWAIT,
                  address,
                  (int) address.byteSize());
      if (sent == -1) {
        throw new IOException("nobody takes it at " + name);
      }
    } catch (Throwable t) {
      throw thrown(t);
    }
  }

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  private static IOException thrown(Throwable t) {
    return switch (t) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> new IOException(t);
    };
  }
}
