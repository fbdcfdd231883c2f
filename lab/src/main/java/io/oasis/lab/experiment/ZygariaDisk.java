package io.oasis.lab.experiment;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Scheduled;
import io.oasis.lab.subsystem.AnticipatoryReads;

/** The set-up of Zygaria, section 5: its disk, its elevator, at most ten I/Os below the brick. */
final class ZygariaDisk {
  static final String ZYGARIA = "zygaria";

  /** "the disks performed 112 IOPS for a random workload of 1024-byte reads". */
  static final double RESERVABLE = 112;

  static final int DEPTH = 10;
  static final int READ_BYTES = 1_024;

  private static final int MERGED_BYTES = 128 << 10;
  private static final String NAME = "deskstar-120gxp";
  private static final long BYTES = new HardDisk<>(Disks.named(NAME)).capacityBytes();

  private ZygariaDisk() {}

  static Device<Scheduled> device() {
    return new Elevator<>(new HardDisk<>(Disks.named(NAME)), 1, MERGED_BYTES);
  }

  /** The disk below the driver that Linux 2.6.11 has by itself. */
  static Device<Scheduled> linux() {
    return new AnticipatoryReads<>(
        new HardDisk<>(Disks.named(NAME)), MERGED_BYTES, Scheduled::session);
  }

  /** Bytes of a part of the disk, in whole reads. */
  static long part(double fraction) {
    return (long) (BYTES * fraction) / READ_BYTES * READ_BYTES;
  }

  /** The discipline that stands for a control; limits of sessions hold under each. */
  static DisciplineSpec spec(String control) {
    Kind kind = control.equals(ZYGARIA) ? Kind.ZYGARIA : Kind.NONE;
    return DisciplineSpec.of(kind).withDepth(DEPTH);
  }

  /** In I/Os per second; 0 for none. */
  static Terms terms(double reserve, double limit) {
    return Terms.standard().withLimits(limit, 0).withReserve(reserve);
  }
}
