package io.oasis.adapter.targets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code blkio.throttle} files of cgroup v1.
 *
 * <p>One line {@code MAJ:MIN VALUE} per write(2), 0 removes. The hierarchy is flat: a parent's
 * limit does not bound its children, so a limit belongs to the cgroup the processes are in.
 * Buffered writes are made by the kernel's flusher in the root cgroup and pass by.
 *
 * <p>Kernels from 6.10 on count nothing for a device until one of its throttles was written once;
 * {@code io.oasis.linux.ThrottleAccounting} does that.
 */
public final class CgroupV1 extends CgroupTarget {
  public static final String KIND = "cgroup-v1";

  /**
   * @param root where the blkio hierarchy is mounted
   * @param sys where sysfs is mounted
   */
  public CgroupV1(Path root, Path sys) {
    super(root, sys);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean isKernelThrottle() {
    return true;
  }

  @Override
  public List<Throttle.Part> parts() {
    return Throttle.Part.OF_DIRECTIONS;
  }

  @Override
  public Optional<String> obstacle() {
    Path file = root.resolve(file(Throttle.Part.READ_IOPS));
    if (!Files.exists(file)) {
      return Optional.of(
          file
              + " does not exist: the kernel lacks CONFIG_BLK_DEV_THROTTLING or blkio is not"
              + " mounted there");
    }
    return Files.isWritable(file)
        ? Optional.empty()
        : Optional.of(file + " is not writable: run as root");
  }

  @Override
  public List<Place> discover() throws TargetException {
    List<Place> places = new ArrayList<>();
    for (Path group : CgroupFiles.groups(root)) {
      Set<String> devices = new LinkedHashSet<>();
      try {
        for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
          for (String line : CgroupFiles.lines(group.resolve(file(part)))) {
            devices.add(line.substring(0, line.indexOf(' ')));
          }
        }
        for (String device : devices) {
          places.add(files.place(group, device));
        }
      } catch (TargetException vanished) {
        continue; // cgroups come and go while they are listed
      }
    }
    return places;
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    Throttle throttle = Throttle.NONE;
    Path group = Path.of(place.object());
    String prefix = place.device().name() + " ";
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      for (String line : CgroupFiles.lines(group.resolve(file(part)))) {
        if (line.startsWith(prefix)) {
          throttle = throttle.with(part, Long.parseLong(line.substring(prefix.length()).strip()));
        }
      }
    }
    return throttle;
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    Path group = Path.of(place.object());
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      if (wanted.get(part) != current.get(part)) {
        CgroupFiles.writeLine(
            group.resolve(file(part)), place.device().name() + " " + wanted.get(part));
      }
    }
  }

  @Override
  public Counters observe(Place place) throws TargetException {
    Path group = Path.of(place.object());
    long[] ios = readWrite(group.resolve("blkio.throttle.io_serviced"), place);
    long[] bytes = readWrite(group.resolve("blkio.throttle.io_service_bytes"), place);
    return new Counters(ios[0], ios[1], bytes[0], bytes[1]);
  }

  private static long[] readWrite(Path file, Place place) throws TargetException {
    String prefix = place.device().name() + " ";
    long[] values = new long[2];
    for (String line : CgroupFiles.lines(file)) {
      if (line.startsWith(prefix + "Read ")) {
        values[0] = Long.parseLong(line.substring(prefix.length() + 5).strip());
      } else if (line.startsWith(prefix + "Write ")) {
        values[1] = Long.parseLong(line.substring(prefix.length() + 6).strip());
      }
    }
    return values;
  }

  private static String file(Throttle.Part part) {
    return switch (part) {
      case READ_IOPS -> "blkio.throttle.read_iops_device";
      case WRITE_IOPS -> "blkio.throttle.write_iops_device";
      case READ_BYTES -> "blkio.throttle.read_bps_device";
      case WRITE_BYTES -> "blkio.throttle.write_bps_device";
      case IOPS, BYTES, WEIGHT, SHARE, RESERVE, SETTING ->
          throw new IllegalArgumentException("the kernel limits directions");
    };
  }
}
