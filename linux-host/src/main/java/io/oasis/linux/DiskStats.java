package io.oasis.linux;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code /proc/diskstats}: 11 columns of counters, 15 since Linux 4.18 (discards), 17 since
 * 5.5 (flushes). Columns that are not known are passed over; a line that is too short is left out.
 * Not for several threads.
 */
public final class DiskStats implements AutoCloseable {
  private final CounterFile file;
  private final CounterFile.Bytes bytes = new CounterFile.Bytes();
  private final Map<DeviceNumber, String> names = new HashMap<>();

  public DiskStats(HostRoot host) {
    file = new CounterFile(host.at("/proc/diskstats"));
  }

  /** Every line, partitions included; none when the file cannot be read. */
  public List<DiskCounters> read() {
    List<DiskCounters> all = new ArrayList<>();
    if (!file.read(bytes)) {
      return all;
    }
    long[] columns = new long[11];
    while (!bytes.atEnd()) {
      readLine(columns, all);
      bytes.skipLine();
    }
    return all;
  }

  private void readLine(long[] columns, List<DiskCounters> all) {
    bytes.skipBlanks();
    long major = bytes.number();
    bytes.skipBlanks();
    long minor = bytes.number();
    bytes.skipBlanks();
    if (major < 0 || minor < 0) {
      return;
    }
    DeviceNumber number = new DeviceNumber((int) major, (int) minor);
    String name = nameOf(number);
    for (int i = 0; i < columns.length; i++) {
      bytes.skipBlanks();
      columns[i] = bytes.number();
      if (columns[i] < 0) {
        return;
      }
    }
    all.add(
        new DiskCounters(
            number,
            name,
            new DiskCounters.Completed(columns[0], columns[1], columns[2], columns[3]),
            new DiskCounters.Completed(columns[4], columns[5], columns[6], columns[7]),
            columns[8],
            columns[9],
            columns[10]));
  }

  /** The same text over and over: kept, unless the device has another name now. */
  private String nameOf(DeviceNumber number) {
    String before = names.get(number);
    if (before != null && bytes.take(before)) {
      if (bytes.peek() == ' ') {
        return before;
      }
      String longer = before + bytes.word();
      names.put(number, longer);
      return longer;
    }
    String name = bytes.word();
    names.put(number, name);
    return name;
  }

  @Override
  public void close() {
    file.close();
  }
}
