package io.oasis.proving.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The cgroup hierarchy that limits block I/O on this host: version 1's blkio where it is mounted,
 * otherwise version 2 with the io controller.
 *
 * @param root where the hierarchy is mounted
 * @param unified whether it is version 2
 */
public record CgroupTree(Path root, boolean unified) {
  /** The hierarchy of this host; empty if none has the controller. */
  public static Optional<CgroupTree> find() {
    try {
      List<String> mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
      Optional<CgroupTree> first =
          mounts.stream()
              .filter(line -> hasBlkio(line))
              .map(line -> new CgroupTree(mountPoint(line), false))
              .findFirst();
      return first.isPresent()
          ? first
          : mounts.stream()
              .filter(line -> line.contains(" - cgroup2 "))
              .map(line -> new CgroupTree(mountPoint(line), true))
              .filter(CgroupTree::hasIo)
              .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes the cgroup {@code parent/name} (and its parent), with the controller switched on.
   *
   * @param janitor removes what is made, and switches the controller off again where it was off
   */
  public LabCgroup create(Janitor janitor, String parent, String name) {
    Path outer = root.resolve(parent);
    Path inner = outer.resolve(name);
    try {
      if (unified) {
        enableIo(janitor, root);
      }
      make(janitor, outer);
      if (unified) {
        enableIo(janitor, outer);
      }
      make(janitor, inner);
      return new LabCgroup(this, inner, "/" + parent + "/" + name);
    } catch (IOException e) {
      throw new UncheckedIOException("cgroup " + inner + " cannot be made", e);
    }
  }

  private static void make(Janitor janitor, Path directory) throws IOException {
    if (!Files.exists(directory)) {
      janitor.cgroup(directory);
      Files.createDirectory(directory);
    }
  }

  private static void enableIo(Janitor janitor, Path directory) throws IOException {
    Path control = directory.resolve("cgroup.subtree_control");
    if (!words(Files.readString(control)).contains("io")) {
      janitor.controller(directory);
      Files.writeString(control, "+io");
    }
  }

  private boolean hasIo() {
    try {
      return words(Files.readString(root.resolve("cgroup.controllers"))).contains("io");
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasBlkio(String line) {
    int dash = line.indexOf(" - cgroup ");
    if (dash < 0) {
      return false;
    }
    String options = line.substring(line.lastIndexOf(' ') + 1);
    return Arrays.asList(options.split(",", -1)).contains("blkio");
  }

  private static Path mountPoint(String line) {
    return Path.of(line.split(" ", -1)[4]);
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split("\\s+", -1));
  }
}
