package io.oasis.adapter.targets;

import io.oasis.linux.SysBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Numbers of a block device that hold for all who use it: files below its {@code queue} directory,
 * such as {@code read_ahead_kb} and {@code iosched/slice_idle_us}.
 *
 * <p>Each file is a place, known by the inode of its directory: a device that comes anew, or a
 * scheduler that is chosen anew, begins with numbers of its own, and nothing of ours is there any
 * more. A place always holds a number; 0 is one like any other.
 */
public final class DeviceFiles implements Target {
  public static final String KIND = "device-file";

  private final Path sys;

  /**
   * @param sys where sysfs is mounted
   */
  public DeviceFiles(Path sys) {
    this.sys = sys;
  }

  /**
   * The place of a device's file as it is now.
   *
   * @param file relative to the device's {@code queue} directory
   */
  public Place place(DeviceRef device, String file) throws TargetException {
    Path path =
        SysBlock.directory(sys, device.name())
            .orElseThrow(() -> new TargetException("there is no device " + device.name()))
            .resolve("queue")
            .resolve(file);
    try {
      return new Place(path.toString(), inodeOfDirectory(path), device);
    } catch (IOException e) {
      throw new TargetException(path + " does not exist: the device's scheduler has none", e);
    }
  }

  private static long inodeOfDirectory(Path file) throws IOException {
    return ((Number) Files.getAttribute(file.resolveSibling("."), "unix:ino")).longValue();
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public List<Throttle.Part> parts() {
    return List.of(Throttle.Part.SETTING);
  }

  /** None: which numbers are somebody's choice and which the kernel's cannot be told. */
  @Override
  public List<Place> discover() {
    return List.of();
  }

  @Override
  public Presence presence(Place place) {
    try {
      return inodeOfDirectory(Path.of(place.object())) == place.inode()
          ? Presence.SAME
          : Presence.GROUP_GONE;
    } catch (IOException e) {
      return Presence.GROUP_GONE;
    }
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    List<String> lines = CgroupFiles.lines(Path.of(place.object()));
    try {
      return Throttle.ofSetting(Long.parseLong(String.join("", lines).strip()));
    } catch (IllegalArgumentException e) {
      throw new TargetException(place.object() + " holds no number: " + lines, e);
    }
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    if (wanted.get(Throttle.Part.SETTING) != current.get(Throttle.Part.SETTING)) {
      CgroupFiles.writeLine(
          Path.of(place.object()), Long.toString(wanted.get(Throttle.Part.SETTING)));
    }
  }

  @Override
  public Counters observe(Place place) {
    return Counters.ZERO;
  }
}
