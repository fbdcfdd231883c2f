package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.contract.TargetLab;
import io.oasis.brick.client.wire.JsonLink;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A machine with the drives {@code a} and {@code b}; nothing runs in it. */
final class DriveLab implements TargetLab {

  private final Qemu qemu;
  private final QmpTarget target;
  private Qemu other;

  DriveLab() throws Exception {
    Qemu.need("qemu-system-x86_64", "qemu-system-x86");
    qemu = Qemu.machine("a", "b");
    target = new QmpTarget(List.of(qemu.monitor()), _ -> Optional.empty());
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public Place place(String name) throws Exception {
    return QmpTarget.drive(qemu.monitor(), name);
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    other = Qemu.machine("a", "b");
    return QmpTarget.drive(other.monitor(), name(place));
  }

  private static String name(Place place) {
    return place.object().substring("drive/".length());
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    Throttle next = target.read(place).with(part, value);
    try (QmpSession session = QmpSession.open(Path.of(place.device().name()))) {
      session.ask(
          "block_set_io_throttle",
          JsonLink.object()
              .put("id", name(place))
              .put("iops", next.get(Part.IOPS))
              .put("iops_rd", 0)
              .put("iops_wr", 0)
              .put("bps", next.get(Part.BYTES))
              .put("bps_rd", 0)
              .put("bps_wr", 0));
    }
  }

  @Override
  public Place recreateGroup(Place place) throws Exception {
    qemu.restart();
    return QmpTarget.drive(qemu.monitor(), name(place));
  }

  @Override
  public Place changeDevice(Place place) throws Exception {
    return recreateGroup(place);
  }

  @Override
  public Presence afterChange() {
    return Presence.GROUP_GONE;
  }

  @Override
  public void read(Place place, int blocks) throws Exception {
    try (QmpSession session = QmpSession.open(qemu.monitor())) {
      for (int i = 0; i < blocks; i++) {
        session.ask(
            "human-monitor-command",
            JsonLink.object()
                .put(
                    "command-line",
                    "qemu-io -d %s \"aio_read -q %d 4k\"".formatted(name(place), i * 4_096)));
      }
      session.ask(
          "human-monitor-command",
          JsonLink.object()
              .put("command-line", "qemu-io -d %s \"aio_flush\"".formatted(name(place))));
    }
  }

  @Override
  public void close() throws Exception {
    qemu.close();
    if (other != null) {
      other.close();
    }
  }
}
