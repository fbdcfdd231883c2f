package io.oasis.adapter.targets;

import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** This machine's kernel, whose scheduler BFQ divides the loop devices of the test. */
public final class BfqLab extends KernelLab {
  private final List<String> chosen = new ArrayList<>();
  private final boolean isVersion1 = mount().version() == CgroupVersion.V1;

  public BfqLab() throws Exception {
    chosen.add(device());
    choose(device(), "bfq");
  }

  /** On this file, which no cache of this machine keeps. */
  public BfqLab(Path file) throws Exception {
    super(file);
    chosen.add(device());
    choose(device(), "bfq");
  }

  /** Why BFQ cannot be had here; empty when it can. */
  public static Optional<String> obstacle(String device) {
    try {
      boolean known = Files.readString(scheduler(device)).contains("bfq");
      return known ? Optional.empty() : Optional.of("the kernel has no scheduler bfq loaded");
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  private static Path scheduler(String device) {
    return Path.of("/sys/block", device.substring("/dev/".length()), "queue/scheduler");
  }

  static void choose(String device, String name) throws TargetException {
    CgroupFiles.writeLine(scheduler(device), name);
  }

  @Override
  public Target target() {
    CgroupMount mount = CgroupMount.find(HostRoot.REAL).orElseThrow();
    Path sys = Path.of("/sys");
    return isVersion1
        ? Bfq.ofVersion1(mount.directory(), sys)
        : Bfq.ofVersion2(mount.directory(), sys);
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    Place other = super.onOtherDevice(place);
    String name =
        String.valueOf(Path.of("/sys/dev/block", other.device().name()).toRealPath().getFileName());
    chosen.add("/dev/" + name);
    choose(chosen.getLast(), "bfq");
    return other;
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    String file = isVersion1 ? "blkio.bfq.weight_device" : "io.bfq.weight";
    CgroupFiles.writeLine(Path.of(place.object(), file), place.device().name() + " " + value / 10);
  }

  @Override
  public void close() throws Exception {
    // A loop device keeps its scheduler when its file has gone.
    for (String device : chosen) {
      choose(device, "none");
    }
    super.close();
  }
}
