package io.oasis.brick.device;

/**
 * Where a sector lies: cylinder, surface and angle.
 *
 * <p>Sectors run along a track, then over the surfaces of the cylinder, then to the next cylinder.
 * Each track begins later than the one before by the time the switch takes (skew), so that a long
 * transfer meets the first sector of the next track just as the head is ready.
 */
final class DiskGeometry {
  static final int SECTOR_BYTES = 512;

  /** Where a sector lies; {@code angle} in rotations, 0 to 1. */
  record Place(int cylinder, int head, int sector, int sectorsPerTrack, double angle) {}

  private final DiskParameters disk;
  private final int cylindersPerZone;
  private final int[] sectorsPerTrack;
  private final long[] firstSector;
  private final double headSkew;
  private final double cylinderSkew;

  DiskGeometry(DiskParameters disk) {
    this.disk = disk;
    int zones = disk.platters().zones();
    sectorsPerTrack = new int[zones];
    firstSector = new long[zones + 1];
    long perCylinderOfEachZone = 0;
    for (int zone = 0; zone < zones; zone++) {
      double inward = zones == 1 ? 0 : (double) zone / (zones - 1);
      sectorsPerTrack[zone] =
          (int)
              (disk.platters().outerSectorsPerTrack()
                  - inward
                      * (disk.platters().outerSectorsPerTrack()
                          - disk.platters().innerSectorsPerTrack()));
      perCylinderOfEachZone += (long) sectorsPerTrack[zone] * disk.platters().heads();
    }
    long sectors = disk.platters().capacityBytes() / SECTOR_BYTES;
    cylindersPerZone = (int) ((sectors + perCylinderOfEachZone - 1) / perCylinderOfEachZone);
    for (int zone = 0; zone < zones; zone++) {
      firstSector[zone + 1] =
          firstSector[zone]
              + (long) cylindersPerZone * disk.platters().heads() * sectorsPerTrack[zone];
    }
    headSkew = disk.arm().headSwitchMillis() / disk.rotationMillis();
    cylinderSkew = disk.arm().trackToTrackMillis() / disk.rotationMillis();
  }

  int cylinders() {
    return cylindersPerZone * sectorsPerTrack.length;
  }

  long sectors() {
    return firstSector[sectorsPerTrack.length];
  }

  Place place(long sector) {
    int zone = zoneOf(sector);
    int perTrack = sectorsPerTrack[zone];
    long inZone = sector - firstSector[zone];
    long track = inZone / perTrack;
    int cylinder = (int) (track / disk.platters().heads()) + zone * cylindersPerZone;
    int head = (int) (track % disk.platters().heads());
    int onTrack = (int) (inZone % perTrack);
    double skew =
        cylinder * ((disk.platters().heads() - 1) * headSkew + cylinderSkew) + head * headSkew;
    return new Place(
        cylinder, head, onTrack, perTrack, fraction(skew + (double) onTrack / perTrack));
  }

  private int zoneOf(long sector) {
    if (sector < 0 || sector >= sectors()) {
      throw new IllegalArgumentException(
          "sector = " + sector + ": must be between 0 and " + (sectors() - 1));
    }
    int low = 0;
    int high = sectorsPerTrack.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstSector[middle] <= sector) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  static double fraction(double value) {
    return value - StrictMath.floor(value);
  }

  /** Time under the head from one sector to another one behind it, switches included. */
  double streamMillis(long from, long to) {
    double rotations = 0;
    double switches = 0;
    long at = from;
    while (at < to) {
      Place place = place(at);
      long run = StrictMath.min(to - at, place.sectorsPerTrack() - place.sector());
      rotations += (double) run / place.sectorsPerTrack();
      at += run;
      if (at < to) {
        boolean sameCylinder = place.head() + 1 < disk.platters().heads();
        switches += sameCylinder ? disk.arm().headSwitchMillis() : disk.arm().trackToTrackMillis();
      }
    }
    return rotations * disk.rotationMillis() + switches;
  }
}
