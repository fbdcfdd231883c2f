package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.contract.TargetLab;
import io.oasis.brick.client.wire.JsonLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.node.ObjectNode;

/** The storage daemon with the throttle nodes {@code a} and {@code b}. */
final class ExportLab implements TargetLab {
  private static final int SECTOR_BYTES = 512;

  private final String[] options;
  private final Qemu qemu;
  private final QmpTarget target;
  private Qemu other;
  private String loop = "";
  private Counters atFirst = Counters.ZERO;

  /**
   * @param shared whether both nodes are in one group
   */
  ExportLab(boolean shared) throws Exception {
    Qemu.need("qemu-storage-daemon", "qemu-system-common");
    options =
        new String[] {
          "--object", "throttle-group,id=group-a",
          "--object", "throttle-group,id=group-b",
          "--blockdev", "null-co,node-name=disk-a,size=67108864",
          "--blockdev", "null-co,node-name=disk-b,size=67108864",
          "--blockdev", "throttle,node-name=a,throttle-group=group-a,file=disk-a",
          "--blockdev",
              "throttle,node-name=b,throttle-group="
                  + (shared ? "group-a" : "group-b")
                  + ",file=disk-b"
        };
    qemu = Qemu.storageDaemon(options);
    target = new QmpTarget(List.of(qemu.monitor()), this::counted);
  }

  private Optional<Counters> counted(Place place) {
    if (loop.isEmpty()) {
      return Optional.empty();
    }
    Counters now = diskstats();
    return Optional.of(
        new Counters(
            now.readIos() - atFirst.readIos(),
            now.writeIos() - atFirst.writeIos(),
            now.readBytes() - atFirst.readBytes(),
            now.writeBytes() - atFirst.writeBytes()));
  }

  private Counters diskstats() {
    try {
      Path stat = Path.of("/sys/block", loop.substring("/dev/".length()), "stat");
      String[] fields = Files.readString(stat).strip().split(" +", -1);
      return new Counters(
          Long.parseLong(fields[0]),
          Long.parseLong(fields[4]),
          Long.parseLong(fields[2]) * SECTOR_BYTES,
          Long.parseLong(fields[6]) * SECTOR_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public Place place(String name) throws Exception {
    return QmpTarget.node(qemu.monitor(), name);
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    other = Qemu.storageDaemon(options);
    return QmpTarget.node(other.monitor(), place.object().substring("node/".length()));
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    try (QmpSession session = QmpSession.open(Path.of(place.device().name()))) {
      String name = place.object().substring("node/".length());
      String group =
          Nodes.nodes(session).stream()
              .filter(node -> node.name().equals(name))
              .findFirst()
              .orElseThrow()
              .group();
      Throttle held = Limits.throttle(Nodes.limits(session, group));
      ObjectNode set = JsonLink.object().put("path", "/objects/" + group).put("property", "limits");
      set.set("value", Limits.json(held.with(part, value)));
      session.ask("qom-set", set);
    }
  }

  @Override
  public Place recreateGroup(Place place) throws Exception {
    qemu.restart();
    return place(place.object().substring("node/".length()));
  }

  @Override
  public Place changeDevice(Place place) throws Exception {
    return recreateGroup(place);
  }

  @Override
  public Presence afterChange() {
    return Presence.GROUP_GONE;
  }

  /** Exports the node as a file with a loop device over it, which counts what passes. */
  @Override
  public void read(Place place, int blocks) throws Exception {
    Assumptions.assumeTrue(
        Files.isWritable(Path.of("/dev/fuse")) && Files.isWritable(Path.of("/dev/loop-control")),
        "needs root, FUSE and loop devices");
    Path file = qemu.export("a");
    loop = Shell.run("losetup", "-f", "--show", "--direct-io=on", "-r", file.toString());
    atFirst = diskstats();
    Shell.run("dd", "if=" + loop, "of=/dev/null", "bs=4096", "count=" + blocks, "iflag=direct");
  }

  @Override
  public void close() throws Exception {
    if (!loop.isEmpty()) {
      Shell.run("losetup", "-d", loop);
    }
    qemu.close();
    if (other != null) {
      other.close();
    }
  }
}
