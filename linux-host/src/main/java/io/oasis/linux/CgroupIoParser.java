package io.oasis.linux;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the counter files of cgroups.
 *
 * <p>v1, {@code blkio.throttle.io_serviced} and {@code io_service_bytes}: lines {@code MAJ:MIN Read
 * N}, {@code Write}, {@code Sync}, {@code Async}, {@code Discard}, {@code Total}, and at the end
 * {@code Total N}. v2, {@code io.stat}: {@code MAJ:MIN rbytes=N wbytes=N rios=N wios=N dbytes=N
 * dios=N} and others; a line may carry no counters at all, and then says nothing.
 */
final class CgroupIoParser {
  private static final int READ = 0;
  private static final int WRITE = 1;

  /** Reads and writes by device, of the file of operations. */
  private final Map<DeviceNumber, long[]> operations = new HashMap<>();

  private final Map<DeviceNumber, long[]> sizes = new HashMap<>();

  void v1Operations(CounterFile.Bytes bytes) {
    v1(bytes, operations);
  }

  /** Whether the operations read last are those of an earlier result. */
  boolean hasSameOperations(List<CgroupIo> earlier) {
    if (earlier.size() != operations.size()) {
      return false;
    }
    for (CgroupIo io : earlier) {
      long[] count = operations.get(io.device());
      if (count == null || count[READ] != io.reads() || count[WRITE] != io.writes()) {
        return false;
      }
    }
    return true;
  }

  /** Joins the file of bytes with the file of operations that was read before. */
  boolean v1Bytes(CounterFile.Bytes bytes, List<CgroupIo> into) {
    v1(bytes, sizes);
    for (Map.Entry<DeviceNumber, long[]> entry : operations.entrySet()) {
      long[] size = sizes.get(entry.getKey());
      if (size != null) {
        long[] count = entry.getValue();
        into.add(new CgroupIo(entry.getKey(), count[READ], count[WRITE], size[READ], size[WRITE]));
      }
    }
    return true;
  }

  private static void v1(CounterFile.Bytes bytes, Map<DeviceNumber, long[]> into) {
    into.clear();
    long[] present = new long[2];
    long major = -1;
    long minor = -1;
    while (!bytes.atEnd()) {
      long lineMajor = bytes.number();
      if (lineMajor >= 0 && bytes.peek() == ':') {
        bytes.skip();
        long lineMinor = bytes.number();
        if (lineMajor != major || lineMinor != minor) {
          major = lineMajor;
          minor = lineMinor;
          present = new long[2];
          into.put(new DeviceNumber((int) major, (int) minor), present);
        }
        bytes.skipBlanks();
        if (bytes.take("Read ")) {
          present[READ] = Math.max(0, bytes.number());
        } else if (bytes.take("Write ")) {
          present[WRITE] = Math.max(0, bytes.number());
        }
      }
      bytes.skipLine();
    }
  }

  boolean v2(CounterFile.Bytes bytes, List<CgroupIo> into) {
    while (!bytes.atEnd()) {
      long major = bytes.number();
      if (major >= 0 && bytes.peek() == ':') {
        bytes.skip();
        long minor = bytes.number();
        v2Line(bytes, new DeviceNumber((int) major, (int) minor), into);
      }
      bytes.skipLine();
    }
    return true;
  }

  private static void v2Line(CounterFile.Bytes bytes, DeviceNumber device, List<CgroupIo> into) {
    long reads = 0;
    long writes = 0;
    long readBytes = 0;
    long writeBytes = 0;
    boolean any = false;
    for (bytes.skipBlanks(); !bytes.atLineEnd(); bytes.skipBlanks()) {
      if (bytes.take("rbytes=")) {
        readBytes = Math.max(0, bytes.number());
        any = true;
      } else if (bytes.take("wbytes=")) {
        writeBytes = Math.max(0, bytes.number());
      } else if (bytes.take("rios=")) {
        reads = Math.max(0, bytes.number());
      } else if (bytes.take("wios=")) {
        writes = Math.max(0, bytes.number());
      } else {
        skipWord(bytes);
      }
    }
    if (any) {
      into.add(new CgroupIo(device, reads, writes, readBytes, writeBytes));
    }
  }

  private static void skipWord(CounterFile.Bytes bytes) {
    while (!bytes.atLineEnd() && bytes.peek() != ' ') {
      bytes.skip();
    }
  }
}
