package io.oasis.lab.host;

import io.oasis.lab.sim.Timeline;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.DiskCounters;
import io.oasis.linux.Identity;
import io.oasis.linux.InFlight;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import java.util.List;

/** A block device of the host with the counters of {@code /proc/diskstats}, wraps included. */
public final class Lun {
  private static final int SECTOR_BYTES = 512;
  private static final int MAJOR = 8;
  private static final long SIZE_BYTES = 1L << 40;
  private static final long MASK_32 = 0xFFFFFFFFL;

  private final Timeline time;
  private final Backend backend;
  private final BlockDevice device;
  private final long firstByte;
  private long reads;
  private long writes;
  private long readSectors;
  private long writeSectors;
  private double readNanos;
  private double writeNanos;
  private int readsInFlight;
  private int writesInFlight;
  private double busyNanos;
  private long movedAt;

  /**
   * @param number of the device on its host
   * @param firstByte where the LUN begins on the backend
   */
  Lun(Timeline time, String name, int number, DomainId domain, Backend backend, long firstByte) {
    this.time = time;
    this.backend = backend;
    this.firstByte = firstByte;
    this.device =
        new BlockDevice(
            name,
            new DeviceNumber(MAJOR, number * 16),
            new Identity(new LunId("serial:" + name), "its serial number", true),
            SIZE_BYTES,
            number + 1,
            List.of(),
            domain,
            "the lab says so");
  }

  public BlockDevice device() {
    return device;
  }

  public LunId id() {
    return device.lun();
  }

  Backend backend() {
    return backend;
  }

  long firstByte() {
    return firstByte;
  }

  /** An I/O enters the block layer. */
  void enter(Io io) {
    move();
    io.enteredAt = time.now();
    if (io.isWrite()) {
      writesInFlight++;
    } else {
      readsInFlight++;
    }
  }

  /** An I/O is done. */
  void leave(Io io) {
    move();
    long took = time.now() - io.enteredAt;
    if (io.isWrite()) {
      writesInFlight--;
      writes++;
      writeSectors += io.bytes() / SECTOR_BYTES;
      writeNanos += took;
    } else {
      readsInFlight--;
      reads++;
      readSectors += io.bytes() / SECTOR_BYTES;
      readNanos += took;
    }
  }

  private void move() {
    long elapsed = time.now() - movedAt;
    int inFlight = readsInFlight + writesInFlight;
    busyNanos += inFlight > 0 ? elapsed : 0;
    movedAt = time.now();
  }

  DiskCounters counters() {
    move();
    return new DiskCounters(
        device.number(),
        device.name(),
        new DiskCounters.Completed(reads, 0, readSectors, millis(readNanos)),
        new DiskCounters.Completed(writes, 0, writeSectors, millis(writeNanos)),
        readsInFlight + writesInFlight,
        millis(busyNanos),
        millis(readNanos + writeNanos)); // of those that came back, as Linux has had it since 5.0
  }

  private static long millis(double nanos) {
    return (long) (nanos / Timeline.MILLI) & MASK_32;
  }

  InFlight.Now inFlight() {
    return new InFlight.Now(readsInFlight, writesInFlight);
  }
}
