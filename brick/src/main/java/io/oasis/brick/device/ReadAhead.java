package io.oasis.brick.device;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A disk's read buffer: after a read the head stays on the track and goes on reading until the
 * segment is full or another request needs the arm.
 *
 * <p>Sectors; times in nanoseconds.
 */
final class ReadAhead {
  private static final double NANOS_PER_MILLI = 1e6;

  /** One stream's part of the buffer: the sectors from {@code start} to {@code end}. */
  private static final class Segment {
    long start;
    long end;
    long usedAt;
  }

  private final DiskGeometry geometry;
  private final DiskParameters disk;
  private final long segmentSectors;
  private final List<Segment> segments = new ArrayList<>();

  /** The segment the head is reading into; its {@code end} is where it was at {@link #filledTo}. */
  private @Nullable Segment filling;

  private long filledTo;
  private long fillLimit;

  ReadAhead(DiskGeometry geometry, DiskParameters disk) {
    this.geometry = geometry;
    this.disk = disk;
    this.segmentSectors =
        StrictMath.max(
            1,
            disk.electronics().bufferBytes()
                / disk.electronics().segments()
                / DiskGeometry.SECTOR_BYTES);
  }

  /** The time at which these sectors are in the buffer, or NEVER when nobody is bringing them. */
  long readyAt(long start, long end, long now) {
    fill(now);
    for (Segment segment : segments) {
      if (start >= segment.start && end <= segment.end) {
        segment.usedAt = now;
        if (segment == filling) {
          fillLimit = limit(end);
        }
        return now;
      }
    }
    Segment head = filling;
    if (head == null || start < head.start || start > head.end) {
      return Device.NEVER;
    }
    resumeIfStopped(head, now);
    double millis = geometry.streamMillis(head.end, end);
    long at = filledTo + (long) (millis * NANOS_PER_MILLI);
    head.end = end;
    head.usedAt = now;
    filledTo = at;
    fillLimit = limit(end);
    trim(head);
    return StrictMath.max(at, now);
  }

  private long limit(long end) {
    return StrictMath.min(geometry.sectors(), end + segmentSectors);
  }

  /** A head that had filled its segment waits for the next sector to come round again. */
  private void resumeIfStopped(Segment head, long now) {
    if (head.end >= fillLimit && filledTo < now) {
      double turns = now / (disk.rotationMillis() * NANOS_PER_MILLI);
      double wait =
          DiskGeometry.fraction(
              geometry.place(StrictMath.min(head.end, geometry.sectors() - 1)).angle() - turns);
      filledTo = now + (long) (wait * disk.rotationMillis() * NANOS_PER_MILLI);
    }
  }

  /** Moves the head's reading up to this time. */
  private void fill(long now) {
    Segment head = filling;
    if (head == null) {
      return;
    }
    while (head.end < fillLimit) {
      DiskGeometry.Place place = geometry.place(head.end);
      long run = StrictMath.min(fillLimit - head.end, place.sectorsPerTrack() - place.sector());
      double perSector = disk.rotationMillis() * NANOS_PER_MILLI / place.sectorsPerTrack();
      long fits = (long) ((now - filledTo) / perSector);
      if (fits < run) {
        head.end += StrictMath.max(0, fits);
        filledTo += (long) (StrictMath.max(0, fits) * perSector);
        break;
      }
      boolean trackEnds = place.sector() + run == place.sectorsPerTrack();
      head.end += run;
      filledTo += (long) (run * perSector);
      if (trackEnds) {
        filledTo +=
            (long)
                ((place.head() + 1 < disk.platters().heads()
                        ? disk.arm().headSwitchMillis()
                        : disk.arm().trackToTrackMillis())
                    * NANOS_PER_MILLI);
      }
    }
    trim(head);
  }

  private void trim(Segment segment) {
    segment.start = StrictMath.max(segment.start, segment.end - segmentSectors);
  }

  /** The arm leaves; returns the sector it was at, or -1 when it was not reading ahead. */
  long stop(long now) {
    fill(now);
    long at = filling == null ? -1 : filling.end;
    filling = null;
    return at;
  }

  /** A read from the medium has ended: from here on the head reads ahead. */
  void begin(long start, long end, long now) {
    Segment segment = new Segment();
    if (segments.size() < disk.electronics().segments()) {
      segments.add(segment);
    } else {
      int oldest = 0;
      for (int i = 1; i < segments.size(); i++) {
        if (segments.get(i).usedAt < segments.get(oldest).usedAt) {
          oldest = i;
        }
      }
      segments.set(oldest, segment);
    }
    segment.start = start;
    segment.end = end;
    segment.usedAt = now;
    filling = segment;
    filledTo = now;
    fillLimit = limit(end);
    trim(segment);
  }

  /** Sectors were written: what the buffer holds of them is old. */
  void invalidate(long start, long end) {
    segments.removeIf(segment -> start < segment.end && end > segment.start);
  }
}
