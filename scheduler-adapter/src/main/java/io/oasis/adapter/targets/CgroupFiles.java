package io.oasis.adapter.targets;

import io.oasis.linux.SysBlock;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The file operations both cgroup hierarchies share. */
final class CgroupFiles {
  private final Path sys;

  /**
   * @param sys where sysfs is mounted
   */
  CgroupFiles(Path sys) {
    this.sys = sys;
  }

  Presence presence(Place place) {
    try {
      Object inode = Files.getAttribute(Path.of(place.object()), "unix:ino");
      if (((Number) inode).longValue() != place.inode()) {
        return Presence.GROUP_GONE;
      }
    } catch (IOException e) {
      return Presence.GROUP_GONE;
    }
    return generation(place.device().name()) == place.device().generation()
        ? Presence.SAME
        : Presence.DEVICE_CHANGED;
  }

  /** The generation of a device as it is now: 0 without {@code diskseq}, -1 without a device. */
  long generation(String number) {
    Optional<Path> device = SysBlock.directory(sys, number);
    if (device.isEmpty()) {
      return -1;
    }
    try {
      return Long.parseLong(Files.readString(device.get().resolve("diskseq")).strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /** The lines of a kernel file. */
  static List<String> lines(Path file) throws TargetException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (FileNotFoundException e) {
      throw new TargetException(file + " does not exist or may not be read", e);
    } catch (IOException e) {
      throw new TargetException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Writes one line with one write(2), as the kernel's control files want it. */
  static void writeLine(Path file, String line) throws TargetException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new TargetException(
          "cannot write '" + line + "' to " + file + ": " + e.getMessage(), e);
    }
  }

  /** All cgroups of a hierarchy, its root left out. */
  static List<Path> groups(Path root) throws TargetException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> tree = Files.walk(root)) {
      tree.filter(path -> !path.equals(root) && Files.isDirectory(path)).forEach(found::add);
    } catch (IOException | java.io.UncheckedIOException e) {
      // A cgroup vanished while it was walked: what was found until then stands.
      if (found.isEmpty() && !Files.isDirectory(root)) {
        throw new TargetException("cannot list the cgroups of " + root + ": " + e.getMessage(), e);
      }
    }
    return found;
  }

  /** The cgroups and devices that the control files of this name have a line for. */
  List<Place> places(Path root, String name) throws TargetException {
    List<Place> places = new ArrayList<>();
    for (Path group : groups(root)) {
      if (!Files.exists(group.resolve(name))) {
        continue;
      }
      try {
        for (String line : lines(group.resolve(name))) {
          String device = line.substring(0, line.indexOf(' '));
          if (device.indexOf(':') > 0) {
            places.add(place(group, device));
          }
        }
      } catch (TargetException vanished) {
        continue; // cgroups come and go while they are listed
      }
    }
    return places;
  }

  /** The place of a cgroup and a device number as they are now. */
  Place place(Path directory, String number) throws TargetException {
    try {
      long inode = ((Number) Files.getAttribute(directory, "unix:ino")).longValue();
      return new Place(
          directory.toString(), inode, new DeviceRef(number, Math.max(0, generation(number))));
    } catch (IOException e) {
      throw new TargetException("no cgroup " + directory + " or device " + number, e);
    }
  }
}
