package io.oasis.linux;

import java.util.HashMap;
import java.util.Map;

/** Reads {@code /sys/block/NAME/inflight}: reads and writes in flight. Not for several threads. */
public final class InFlight implements AutoCloseable {
  /** I/Os in a device at this moment. */
  public record Now(long reads, long writes) {
    public static final Now NONE = new Now(0, 0);
  }

  private final HostRoot host;
  private final CounterFile.Bytes bytes = new CounterFile.Bytes();
  private final Map<String, CounterFile> files = new HashMap<>();

  public InFlight(HostRoot host) {
    this.host = host;
  }

  /** {@link Now#NONE} when the device is gone. */
  public Now read(String device) {
    CounterFile file =
        files.computeIfAbsent(
            device, name -> new CounterFile(host.at("/sys/block/" + name + "/inflight")));
    if (!file.read(bytes)) {
      files.remove(device);
      return Now.NONE;
    }
    bytes.skipBlanks();
    long reads = bytes.number();
    bytes.skipBlanks();
    long writes = bytes.number();
    return new Now(Math.max(0, reads), Math.max(0, writes));
  }

  @Override
  public void close() {
    files.values().forEach(CounterFile::close);
    files.clear();
  }
}
