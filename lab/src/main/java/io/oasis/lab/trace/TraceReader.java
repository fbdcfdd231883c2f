package io.oasis.lab.trace;

import io.oasis.lab.host.Stage.Recorded;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads recorded I/O in any of the three formats; the package describes them. */
public final class TraceReader {
  /** A line that no format knows. */
  public static final class TraceException extends IOException {
    private static final long serialVersionUID = 1L;

    TraceException(String what) {
      super(what);
    }
  }

  static final String CSV = "seconds,op,offset,bytes";
  private static final String FIO = "fio version 3 iolog";
  private static final int SECTOR_BYTES = 512;
  private static final int MOST_BYTES = 1 << 26;

  private TraceReader() {}

  /** The I/Os in order of time, the first at 0. */
  public static List<Recorded> read(BufferedReader in) throws IOException {
    List<Recorded> all = new ArrayList<>();
    String first = in.readLine();
    if (first == null) {
      throw new TraceException("line 1: is missing: the file is empty");
    }
    boolean csv = first.strip().equals(CSV);
    boolean fio = first.strip().equals(FIO);
    int number = 1;
    for (String line = csv || fio ? in.readLine() : first; line != null; line = in.readLine()) {
      number += csv || fio ? 1 : 0;
      try {
        (csv ? csv(line) : fio ? fio(line) : blkparse(line)).ifPresent(all::add);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new TraceException(
            "line " + number + ": '" + shortened(line) + "': " + expected(csv, fio));
      }
      number += csv || fio ? 0 : 1;
    }
    if (all.isEmpty()) {
      throw new TraceException(
          "holds no I/O: must be CSV (" + CSV + "), a fio log or blkparse text");
    }
    return fromZero(all);
  }

  private static String expected(boolean csv, boolean fio) {
    return csv
        ? "must be " + CSV
        : fio
            ? "must be MILLIS FILE ACTION [OFFSET LENGTH]"
            : "must be a line of blkparse, such as 8,0 1 1 0.000000000 1234 Q R 12345 + 8";
  }

  private static String shortened(String line) {
    return line.length() <= 60 ? line : line.substring(0, 60) + "...";
  }

  private static Optional<Recorded> csv(String line) {
    String[] fields = line.strip().split(",", -1);
    if (fields.length != 4) {
      throw new IllegalArgumentException("fields");
    }
    return Optional.of(io(Double.parseDouble(fields[0]), fields[1], fields[2], fields[3], 1));
  }

  private static Optional<Recorded> fio(String line) {
    String[] words = line.strip().split("\\s+");
    boolean moves = words.length == 5 && (words[2].equals("read") || words[2].equals("write"));
    return moves
        ? Optional.of(io(Long.parseLong(words[0]) / 1e3, words[2], words[3], words[4], 1))
        : action(words);
  }

  /** Opening and closing files is part of fio's log and no I/O. */
  private static Optional<Recorded> action(String[] words) {
    if (words.length < 3) {
      throw new IllegalArgumentException("words");
    }
    return Optional.empty();
  }

  private static Optional<Recorded> blkparse(String line) {
    String[] words = line.strip().split("\\s+");
    boolean event = words.length >= 7 && words[0].matches("\\d+,\\d+");
    if (!event) {
      // The summary after the events, and blank lines.
      return Optional.empty();
    }
    boolean queued = words[5].equals("Q") && words.length >= 10 && words[8].equals("+");
    boolean moves = queued && (words[6].startsWith("R") || words[6].startsWith("W"));
    return moves
        ? Optional.of(
            io(
                Double.parseDouble(words[3]),
                words[6].startsWith("R") ? "read" : "write",
                words[7],
                words[9],
                SECTOR_BYTES))
        : Optional.empty();
  }

  private static Recorded io(double seconds, String op, String offset, String bytes, int unit) {
    boolean write = op.strip().toLowerCase(Locale.ROOT).equals("write");
    boolean read = op.strip().toLowerCase(Locale.ROOT).equals("read");
    long first = StrictMath.multiplyExact(Long.parseLong(offset.strip()), (long) unit);
    long length = StrictMath.multiplyExact(Long.parseLong(bytes.strip()), (long) unit);
    if (!(read || write) || !(seconds >= 0) || first < 0 || length < 1 || length > MOST_BYTES) {
      throw new IllegalArgumentException(op);
    }
    return new Recorded(seconds, write, first, (int) length);
  }

  private static List<Recorded> fromZero(List<Recorded> all) {
    all.sort((a, b) -> Double.compare(a.seconds(), b.seconds()));
    double begin = all.getFirst().seconds();
    return all.stream()
        .map(io -> new Recorded(io.seconds() - begin, io.write(), io.offset(), io.bytes()))
        .toList();
  }
}
