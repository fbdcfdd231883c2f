package io.oasis.brick.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The few calls of the C library that Java has no words for: holes in files and anonymous memory
 * that can be given back. 64-bit Linux.
 */
@SuppressWarnings("restricted")
public final class Libc {
  public static final int EOPNOTSUPP = 95;
  private static final int ENXIO = 6;
  public static final int FALLOC_KEEP_SIZE = 1;
  public static final int FALLOC_PUNCH_HOLE = 2;
  public static final int FALLOC_ZERO_RANGE = 16;
  public static final int SEEK_DATA = 3;
  public static final int SEEK_HOLE = 4;

  private static final int O_RDWR = 2;
  private static final int O_RDONLY = 0;
  private static final int O_CLOEXEC = 0x80000;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x4022;
  private static final int MADV_DONTNEED = 4;
  private static final int MADV_HUGEPAGE = 14;
  private static final long HUGE_PAGE_BYTES = 2 << 20;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle OPEN =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("open"),
          FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT, INT),
          Linker.Option.firstVariadicArg(2),
          Linker.Option.captureCallState("errno"));
  private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle FALLOCATE =
      handle("fallocate", FunctionDescriptor.of(INT, INT, INT, LONG, LONG));
  private static final MethodHandle LSEEK =
      handle("lseek", FunctionDescriptor.of(LONG, INT, LONG, INT));
  private static final MethodHandle MMAP =
      handle("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
  private static final MethodHandle MUNMAP =
      handle("munmap", FunctionDescriptor.of(INT, LONG, LONG));
  private static final MethodHandle MADVISE =
      handle("madvise", FunctionDescriptor.of(INT, LONG, LONG, INT));

  private Libc() {}

  /** A failed call, with the system's error number. */
  public static final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int errno;

    CallException(String call, int errno) {
      super(call + " failed with error number " + errno);
      this.errno = errno;
    }

    public int errno() {
      return errno;
    }
  }

  private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        descriptor,
        Linker.Option.captureCallState("errno"));
  }

  public static int open(Path path, boolean readOnly) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int flags = (readOnly ? O_RDONLY : O_RDWR) | O_CLOEXEC;
      int fd = (int) OPEN.invokeExact(state, arena.allocateFrom(path.toString()), flags, 0);
      return (int) checked("open " + path, fd, state);
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  public static void close(int fd) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      checked("close", (int) CLOSE.invokeExact(state, fd), state);
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  public static void fallocate(int fd, int mode, long offset, long length) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      checked("fallocate", (int) FALLOCATE.invokeExact(state, fd, mode, offset, length), state);
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  /** Where data or a hole begins at or after {@code offset}; the file's end when there is none. */
  public static long seek(int fd, long offset, int whence, long end) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      return checked("lseek", (long) LSEEK.invokeExact(state, fd, offset, whence), state);
    } catch (CallException e) {
      if (e.errno() == ENXIO) {
        return end;
      }
      throw e;
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  /** Anonymous zeroed memory that takes room only where it is written. */
  public static MemorySegment map(long bytes) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long address =
          (long)
              MMAP.invokeExact(
                  state, 0L, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0L);
      checked("mmap of " + bytes + " bytes", address, state);
      if (bytes >= HUGE_PAGE_BYTES) {
        // Only advice: without huge pages it is slower, not wrong.
        int advised = (int) MADVISE.invokeExact(state, address, bytes, MADV_HUGEPAGE);
        assert advised <= 0;
      }
      return MemorySegment.ofAddress(address).reinterpret(bytes);
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  public static void unmap(MemorySegment memory) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int result = (int) MUNMAP.invokeExact(state, memory.address(), memory.byteSize());
      checked("munmap", result, state);
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  /** Gives whole pages back; they read as zero afterwards. */
  public static void forget(MemorySegment memory, long offset, long length) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long address = memory.address() + offset;
      checked("madvise", (int) MADVISE.invokeExact(state, address, length, MADV_DONTNEED), state);
    } catch (Throwable t) {
      throw rethrown(t);
    }
  }

  private static long checked(String call, long result, MemorySegment state) throws CallException {
    if (result == -1) {
      throw new CallException(call, (int) ERRNO.get(state, 0L));
    }
    return result;
  }

  private static IOException rethrown(Throwable t) {
    return switch (t) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> new IOException(t);
    };
  }
}
