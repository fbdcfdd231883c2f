package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One array behind QEMU throttle groups, one for each application, exported over NBD. All is read
 * only: QEMU lets one writer at a node.
 *
 * <p>QEMU's own FUSE exports would starve the monitor under load; its NBD server takes 16 requests
 * of a connection at a time, and {@code nbdfuse} sends ten.
 */
public final class QemuArray implements ServedArray {
  private static final Duration START = Duration.ofSeconds(20);

  private final List<NbdDevice> devices = new ArrayList<>();
  private final Path monitor;
  private final Path hand;

  private QemuArray(Path monitor, Path hand) {
    this.monitor = monitor;
    this.hand = hand;
  }

  /** Builds it in the janitor's directory. */
  public static QemuArray create(Janitor janitor, ArrayModel model, int applications) {
    Path directory = janitor.directory();
    QemuArray array = new QemuArray(directory.resolve("qemu.qmp"), directory.resolve("hand.qmp"));
    Path backing = directory.resolve("qemu.back");
    Path nbd = directory.resolve("qemu.nbd");
    try {
      if (!model.isParallel()) {
        LabLun.fill(backing, model.sizeMiB());
      }
      List<String> command = new ArrayList<>(List.of("qemu-storage-daemon"));
      command.addAll(Qmp.server("oasis", array.monitor));
      command.addAll(Qmp.server("hand", array.hand));
      command.addAll(model.arguments(backing, "read-only"));
      command.addAll(List.of("--nbd-server", "addr.type=unix,addr.path=" + nbd));
      for (int i = 0; i < applications; i++) {
        command.addAll(export(i));
      }
      Process daemon = janitor.start("qemu", command);
      if (!Wait.until(START, () -> Files.exists(nbd) || !daemon.isAlive()) || !daemon.isAlive()) {
        throw new MissingException(
            "qemu-storage-daemon serves nothing: "
                + Files.readString(directory.resolve("qemu.log")));
      }
      for (int i = 0; i < applications; i++) {
        String uri = "nbd+unix:///" + node(i) + "?socket=" + nbd;
        array.devices.add(NbdDevice.attach(janitor, node(i), uri));
      }
      return array;
    } catch (IOException e) {
      throw new UncheckedIOException("the array cannot be built in " + directory, e);
    }
  }

  private static List<String> export(int application) {
    String node = node(application);
    return List.of(
        "--object",
        "throttle-group,id=" + group(application),
        "--blockdev",
        "driver=throttle,read-only=on,node-name=%s,throttle-group=%s,file=%s"
            .formatted(node, group(application), ArrayModel.NODE),
        "--export",
        "type=nbd,id=%s,node-name=%s,name=%s".formatted(node, node, node));
  }

  private static String node(int application) {
    return "lun" + application;
  }

  private static String group(int application) {
    return "group" + application;
  }

  @Override
  public LabDevice device(int application) {
    return devices.get(application);
  }

  @Override
  public void limit(int application, double iops) {
    Qmp.limit(hand, group(application), iops);
  }

  @Override
  public String target() {
    return "qmp:" + monitor;
  }

  @Override
  public String place(int application) {
    return "node/" + node(application);
  }
}
