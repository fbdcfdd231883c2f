package io.oasis.brick.device;

/** A disk as its data sheet describes it. */
public record DiskParameters(String name, Platters platters, Arm arm, Electronics electronics) {
  /**
   * What turns.
   *
   * @param rpm rotations per minute
   * @param capacityBytes of 10^9, as disks are sold
   * @param heads recording surfaces
   * @param zones of equal width, with a constant number of sectors per track in each
   * @param outerSectorsPerTrack and {@code innerSectorsPerTrack}: of 512 bytes, in the first and in
   *     the last zone; linear in between
   */
  public record Platters(
      double rpm,
      long capacityBytes,
      int heads,
      int zones,
      int outerSectorsPerTrack,
      int innerSectorsPerTrack) {
    public Platters {
      positive("rpm", rpm);
      positive("capacityBytes", capacityBytes);
      positive("heads", heads);
      positive("zones", zones);
      positive("innerSectorsPerTrack", innerSectorsPerTrack);
      if (outerSectorsPerTrack < innerSectorsPerTrack) {
        throw new IllegalArgumentException(
            "outerSectorsPerTrack = %d: must be at least innerSectorsPerTrack = %d"
                .formatted(outerSectorsPerTrack, innerSectorsPerTrack));
      }
    }
  }

  /**
   * What moves.
   *
   * @param trackToTrackMillis seek to the next cylinder
   * @param averageSeekMillis over random pairs of cylinders
   * @param fullStrokeMillis from the first to the last cylinder
   * @param writeSettleMillis added to a seek before a write
   * @param headSwitchMillis to another surface of the same cylinder
   */
  public record Arm(
      double trackToTrackMillis,
      double averageSeekMillis,
      double fullStrokeMillis,
      double writeSettleMillis,
      double headSwitchMillis) {
    public Arm {
      positive("trackToTrackMillis", trackToTrackMillis);
      positive("headSwitchMillis", headSwitchMillis);
      if (!(trackToTrackMillis <= averageSeekMillis && averageSeekMillis <= fullStrokeMillis)) {
        throw new IllegalArgumentException(
            "averageSeekMillis = %s: must lie between trackToTrackMillis and fullStrokeMillis"
                .formatted(averageSeekMillis));
      }
    }
  }

  /**
   * What computes.
   *
   * @param overheadMicros before the seek begins
   * @param hitOverheadMicros when the data is in the disk's buffer
   * @param busBytesPerSecond between buffer and host
   * @param bufferBytes and {@code segments}: the buffer and how many streams it holds apart
   * @param queueDepth requests the disk sorts by itself; 1 for none
   */
  public record Electronics(
      double overheadMicros,
      double hitOverheadMicros,
      double busBytesPerSecond,
      int bufferBytes,
      int segments,
      int queueDepth) {
    public Electronics {
      positive("busBytesPerSecond", busBytesPerSecond);
      positive("bufferBytes", bufferBytes);
      positive("segments", segments);
      positive("queueDepth", queueDepth);
    }
  }

  private static void positive(String field, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(field + " = " + value + ": must be above 0");
    }
  }

  public double rotationMillis() {
    return 60_000 / platters.rpm;
  }

  /** Bytes per second under the head, on the outermost track, without switching heads. */
  public double outerMediaBytesPerSecond() {
    return platters.outerSectorsPerTrack * 512.0 * platters.rpm / 60;
  }

  /**
   * Request size for an efficiency R when each request begins elsewhere: transfer time must be
   * {@code R/(1-R)} times positioning, {@code seek + rotation/2} (Argon, section 3.3, which reads
   * the transfer as tracks per rotation and leaves head switches out).
   */
  public double bytesForEfficiency(double efficiency) {
    double positioning = arm.averageSeekMillis + rotationMillis() / 2;
    double transferMillis = efficiency / (1 - efficiency) * positioning;
    double averageTrackBytes =
        (platters.outerSectorsPerTrack + platters.innerSectorsPerTrack) / 2.0 * 512;
    return transferMillis / rotationMillis() * averageTrackBytes;
  }
}
