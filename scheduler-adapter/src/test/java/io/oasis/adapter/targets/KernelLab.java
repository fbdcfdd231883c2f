package io.oasis.adapter.targets;

import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.contract.TargetLab;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.HostId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** This machine's kernel: loop devices over files, and cgroups of its own, removed at the end. */
public class KernelLab implements TargetLab {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int IMAGE_BYTES = 16 << 20;

  private final CgroupMount mount;
  private final Path directory;
  private final CgroupFiles files = new CgroupFiles(Path.of("/sys"));
  private final String prefix =
      "oasis-test-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet() + "-";
  private final List<Path> groups = new ArrayList<>();
  private final Deque<String> loops = new ArrayDeque<>();
  private final Deque<Path> images = new ArrayDeque<>();

  public KernelLab() throws Exception {
    mount = CgroupMount.find(HostRoot.REAL).orElseThrow();
    directory = Files.createTempDirectory("oasis-kernel-lab");
    try {
      loops.add(loop(image(), false));
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** On this file, which no cache of this machine keeps. */
  KernelLab(Path file) throws Exception {
    mount = CgroupMount.find(HostRoot.REAL).orElseThrow();
    directory = Files.createTempDirectory("oasis-kernel-lab");
    loops.add(loop(file, true));
  }

  /** Why this machine cannot be used; empty when it can. */
  public static Optional<String> obstacle() {
    Optional<CgroupMount> mount = CgroupMount.find(HostRoot.REAL);
    if (mount.isEmpty()) {
      return Optional.of("no cgroup hierarchy with the controller for block I/O");
    }
    if (!Files.isWritable(mount.get().directory())
        || !"root".equals(System.getProperty("user.name"))) {
      return Optional.of("not root");
    }
    if (!Files.exists(Path.of("/dev/loop-control"))) {
      return Optional.of("no loop devices (/dev/loop-control)");
    }
    return Optional.empty();
  }

  public CgroupMount mount() {
    return mount;
  }

  /** The first loop device, such as {@code /dev/loop3}. */
  public String device() {
    return loops.getFirst();
  }

  /** The first loop device, as a host of that name knows it. */
  public BlockDevice blockDevice(HostId host) throws IOException {
    String number = numberOf(device());
    return new BlockDevices(HostRoot.REAL, host)
        .discover().stream()
            .filter(found -> found.number().toString().equals(number))
            .findFirst()
            .orElseThrow();
  }

  private Path image() throws IOException {
    Path image = directory.resolve("disk" + images.size());
    byte[] block = new byte[1 << 20];
    java.util.Arrays.fill(block, (byte) 42); // no holes
    try (var out = Files.newOutputStream(image)) {
      for (int i = 0; i < IMAGE_BYTES / block.length; i++) {
        out.write(block);
      }
    }
    images.add(image);
    return image;
  }

  /** Takes a free loop device; another test of this machine may be faster, then the next. */
  private static String loop(Path image, boolean direct) throws IOException, InterruptedException {
    IOException last = new IOException("no free loop device");
    for (int attempt = 0; attempt < 10; attempt++) {
      String device = Shell.run("losetup", "-f");
      try {
        if (direct) {
          Shell.run("losetup", "--direct-io=on", device, image.toString());
        } else {
          Shell.run("losetup", device, image.toString()); // BusyBox knows no other way
        }
        return device;
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw last;
  }

  private static String numberOf(String device) throws IOException {
    String name = device.substring(device.lastIndexOf('/') + 1);
    return Files.readString(Path.of("/sys/block", name, "dev")).strip();
  }

  @Override
  public Target target() {
    return mount.version() == CgroupVersion.V1
        ? new CgroupV1(mount.directory(), Path.of("/sys"))
        : new CgroupV2(mount.directory(), Path.of("/sys"));
  }

  @Override
  public Place place(String name) throws Exception {
    Path group = Files.createDirectory(mount.directory().resolve(prefix + name));
    groups.add(group);
    return files.place(group, numberOf(device()));
  }

  /** The path of a place's cgroup below the mount. */
  public String pathOf(Place place) {
    return place.object().substring(mount.directory().toString().length());
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    loops.addLast(loop(image(), false));
    return files.place(Path.of(place.object()), numberOf(loops.getLast()));
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    String number = place.device().name();
    String line = number + " " + value;
    String file =
        switch (part) {
          case READ_IOPS -> "blkio.throttle.read_iops_device";
          case WRITE_IOPS -> "blkio.throttle.write_iops_device";
          case READ_BYTES -> "blkio.throttle.read_bps_device";
          case WRITE_BYTES -> "blkio.throttle.write_bps_device";
          case IOPS, BYTES, WEIGHT, SHARE, RESERVE, SETTING ->
              throw new IllegalArgumentException(part.label());
        };
    if (mount.version() == CgroupVersion.V2) {
      file = "io.max";
      line = number + " " + part.label() + "=" + (value == 0 ? "max" : Long.toString(value));
    }
    Shell.run("sh", "-c", "echo '" + line + "' > " + place.object() + "/" + file);
  }

  @Override
  public Place recreateGroup(Place place) throws Exception {
    Path group = Path.of(place.object());
    Files.delete(group);
    Files.createDirectory(group);
    return files.place(group, place.device().name());
  }

  @Override
  public Place changeDevice(Place place) throws Exception {
    Shell.run("losetup", "-d", device());
    Shell.run("losetup", device(), image().toString());
    return files.place(Path.of(place.object()), place.device().name());
  }

  @Override
  public void read(Place place, int blocks) throws Exception {
    Shell.run(
        "sh",
        "-c",
        "echo $$ > %s/cgroup.procs; exec dd if=%s of=/dev/null bs=4096 count=%d iflag=direct"
            .formatted(place.object(), device(), blocks));
  }

  @Override
  public void close() throws Exception {
    for (Path group : groups) {
      if (Files.isDirectory(group)) {
        Files.delete(group);
      }
    }
    for (String loop : loops) {
      Shell.run("losetup", "-d", loop);
    }
    for (Path image : images) {
      Files.deleteIfExists(image);
    }
    Files.deleteIfExists(directory);
  }
}
