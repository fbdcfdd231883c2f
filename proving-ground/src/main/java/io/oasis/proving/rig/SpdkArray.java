package io.oasis.proving.rig;

import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One array in an SPDK process, a bdev with a limit of its own for each application, which reaches
 * it over iSCSI. What the array can do is a limit of the bdev that all of them are parts of.
 *
 * <p>An SPDK is the user's: {@code SPDK_TGT} names the program, or it is on the path. It polls a
 * core, so on few cores the array should carry no more than some thousands a second.
 */
public final class SpdkArray implements ServedArray {
  private static final Duration START = Duration.ofSeconds(20);
  private static final String PROGRAM = "spdk_tgt";
  private static final int BLOCK_BYTES = 512;

  /** SPDK's own buffers do not fit into less. */
  private static final int MEMORY_MIB = 1_024;

  /** Of an I/O by itself. */
  private static final int LATENCY_MICROS = 200;

  private static final int BYTES_PER_IO = 4 << 10;
  private static final int MIB = 1 << 20;

  private final SpdkAddress address;
  private final List<NbdDevice> devices = new ArrayList<>();

  private SpdkArray(SpdkAddress address) {
    this.address = address;
  }

  /** The program, if there is one. */
  public static Optional<String> program() {
    String named = System.getenv().getOrDefault("SPDK_TGT", "");
    if (!named.isEmpty()) {
      return Optional.of(named).filter(path -> Files.isExecutable(Path.of(path)));
    }
    return Optional.of(PROGRAM).filter(Command::exists);
  }

  /**
   * Builds it in the janitor's directory.
   *
   * @param iops in whole thousands
   */
  public static SpdkArray create(Janitor janitor, int sizeMiB, int iops, int applications) {
    Path directory = janitor.directory();
    Path socket = directory.resolve("spdk.sock");
    int port = Ports.free();
    SpdkArray array = new SpdkArray(new SpdkAddress(socket.toString()));
    try (SpdkClient spdk = new SpdkClient(array.address)) {
      Process process = janitor.start("spdk", target(socket));
      if (!Wait.until(START, () -> answers(spdk) || !process.isAlive()) || !process.isAlive()) {
        throw new MissingException("SPDK does not start; see " + directory.resolve("spdk.log"));
      }
      serve(spdk, sizeMiB, iops, applications, port);
      Path nbd = directory.resolve("spdk.nbd");
      janitor.start("iscsi", initiator(nbd, applications, port));
      if (!Wait.until(START, () -> Files.exists(nbd))) {
        throw new MissingException(
            "qemu-storage-daemon serves nothing of SPDK (its iSCSI driver is in Debian's"
                + " qemu-block-extra): "
                + Files.readString(directory.resolve("iscsi.log")).strip());
      }
      for (int i = 0; i < applications; i++) {
        String uri = "nbd+unix:///" + disk(i) + "?socket=" + nbd;
        array.devices.add(NbdDevice.attach(janitor, disk(i), uri));
      }
      return array;
    } catch (IOException e) {
      throw new UncheckedIOException("the array cannot be built in " + directory, e);
    }
  }

  private static List<String> target(Path socket) {
    String program =
        program()
            .orElseThrow(
                () ->
                    new MissingException(
                        "spdk_tgt is missing: name it in SPDK_TGT, or put it on the path"));
    String memory = Integer.toString(MEMORY_MIB);
    return List.of(program, "--no-huge", "-s", memory, "-m", "0x1", "-r", socket.toString());
  }

  private static boolean answers(SpdkClient spdk) {
    try {
      spdk.ask("spdk_get_version");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void serve(SpdkClient spdk, int sizeMiB, int iops, int applications, int port)
      throws IOException {
    spdk.ask(
        "bdev_null_create",
        SpdkClient.parameters()
            .put("name", "memory")
            .put("num_blocks", (long) sizeMiB * MIB / BLOCK_BYTES)
            .put("block_size", BLOCK_BYTES));
    ObjectNode slow = SpdkClient.parameters().put("base_bdev_name", "memory").put("name", "array");
    for (String which : List.of("avg_read", "p99_read", "avg_write", "p99_write")) {
      slow.put(which + "_latency", LATENCY_MICROS);
    }
    spdk.ask("bdev_delay_create", slow);
    limit(spdk, "array", "rw_ios_per_sec", iops);
    spdk.ask(
        "bdev_split_create",
        SpdkClient.parameters().put("base_bdev", "array").put("split_count", applications));
    ObjectNode group = SpdkClient.parameters().put("tag", 1);
    group
        .putArray("portals")
        .addObject()
        .put("host", "127.0.0.1")
        .put("port", Integer.toString(port));
    spdk.ask("iscsi_create_portal_group", group);
    ObjectNode initiators = SpdkClient.parameters().put("tag", 1);
    initiators.putArray("initiators").add("ANY");
    initiators.putArray("netmasks").add("127.0.0.1/32");
    spdk.ask("iscsi_create_initiator_group", initiators);
    for (int i = 0; i < applications; i++) {
      ObjectNode node =
          SpdkClient.parameters()
              .put("name", disk(i))
              .put("alias_name", disk(i))
              .put("queue_depth", 256)
              .put("disable_chap", true);
      node.putArray("pg_ig_maps").addObject().put("pg_tag", 1).put("ig_tag", 1);
      node.putArray("luns").addObject().put("bdev_name", bdev(i)).put("lun_id", 0);
      spdk.ask("iscsi_create_target_node", node);
    }
  }

  private static List<String> initiator(Path nbd, int applications, int port) {
    List<String> command =
        new ArrayList<>(
            List.of("qemu-storage-daemon", "--nbd-server", "addr.type=unix,addr.path=" + nbd));
    for (int i = 0; i < applications; i++) {
      command.add("--blockdev");
      command.add(
          "driver=iscsi,node-name=%s,transport=tcp,portal=127.0.0.1:%d,".formatted(disk(i), port)
              + "target=iqn.2016-06.io.spdk:%s,lun=0,initiator-name=iqn.2026-11.io.oasis:%s"
                  .formatted(disk(i), disk(i)));
      command.add("--export");
      command.add(
          "type=nbd,writable=on,id=%s,node-name=%s,name=%s".formatted(disk(i), disk(i), disk(i)));
    }
    return command;
  }

  private static void limit(SpdkClient spdk, String bdev, String what, long most)
      throws IOException {
    spdk.ask("bdev_set_qos_limit", SpdkClient.parameters().put("name", bdev).put(what, most));
  }

  private static String disk(int application) {
    return "disk" + application;
  }

  private static String bdev(int application) {
    return "arrayp" + application;
  }

  @Override
  public LabDevice device(int application) {
    return devices.get(application);
  }

  /** In bytes: SPDK's steps of 1 MiB are finer than those of 1,000 I/Os. */
  @Override
  public void limit(int application, double iops) {
    long mebibytes = iops == 0 ? 0 : Math.max(1, Math.round(iops * BYTES_PER_IO / MIB));
    try (SpdkClient spdk = new SpdkClient(address)) {
      limit(spdk, bdev(application), "rw_mbytes_per_sec", mebibytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String target() {
    return "spdk:" + address;
  }

  @Override
  public String place(int application) {
    return "bdev/" + bdev(application);
  }
}
