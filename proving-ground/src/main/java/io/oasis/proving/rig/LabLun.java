package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A block device with a capacity of so many I/Os per second, whatever the disk below can do: a file
 * served by {@code qemu-storage-daemon} through a throttle group (the array's capacity), exported
 * with FUSE as a regular file, with a loop device over that. To the kernel it is an ordinary block
 * device, whose capacity is below it and unknown to it, as with a storage array.
 *
 * <p>QEMU 7.2's FUSE export mixes up the data of writes that are under way at once (measured: of 1
 * MiB written, the first half was lost). Where data matters, {@link #createForData} takes QEMU's
 * NBD export and libnbd's {@code nbdfuse} instead, which costs some more processor time per I/O.
 *
 * <p>The file is filled with random data first, because reads of holes bypass the throttle.
 */
public final class LabLun implements LabDevice, AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);
  private static final int CHUNK_BYTES = 1 << 20;

  /** Any value; the same one makes the same data. */
  private static final long SEED = 20_070_101L;

  private final Path socket;
  private final Process daemon;
  private final Loop loop;

  private LabLun(Path socket, Process daemon, Loop loop) {
    this.socket = socket;
    this.daemon = daemon;
    this.loop = loop;
  }

  /**
   * Builds the device in the janitor's directory, under a name of its own.
   *
   * @param sizeMiB of the device, and of the space taken
   * @param capacityIops what it can carry, reads and writes together
   */
  public static LabLun create(Janitor janitor, String name, int sizeMiB, double capacityIops) {
    return create(janitor, name, ArrayModel.of(sizeMiB, capacityIops), false);
  }

  /** The same, of a kind. */
  public static LabLun create(Janitor janitor, String name, ArrayModel model) {
    return create(janitor, name, model, false);
  }

  /** The same for file systems: what is written can be read again. Needs {@code nbdfuse}. */
  public static LabLun createForData(
      Janitor janitor, String name, int sizeMiB, double capacityIops) {
    return create(janitor, name, ArrayModel.of(sizeMiB, capacityIops), true);
  }

  private static LabLun create(Janitor janitor, String name, ArrayModel model, boolean overNbd) {
    Path backing = janitor.directory().resolve(name + ".back");
    Path exported = janitor.directory().resolve(name + ".lun");
    Path socket = janitor.directory().resolve(name + ".qmp");
    try {
      if (!model.isParallel()) {
        fill(backing, model.sizeMiB());
      }
      Files.createFile(exported);
      janitor.backing(exported);
      janitor.mount(exported);
      Process daemon =
          janitor.start(name, daemonCommand(model, backing, exported, socket, overNbd));
      if (overNbd) {
        mountNbd(janitor, name, exported);
      }
      awaitExport(janitor, name, daemon, exported, (long) model.sizeMiB() * CHUNK_BYTES);
      if (model.isParallel()) {
        FuseQueue.widen(janitor, exported, model.servers());
      }
      Loop loop = Loop.attach(janitor, exported);
      loop.countEachRequest();
      return new LabLun(socket, daemon, loop);
    } catch (IOException e) {
      throw new UncheckedIOException("the device cannot be built in " + janitor.directory(), e);
    }
  }

  @Override
  public Loop loop() {
    return loop;
  }

  /** Changes the capacity of the living device; in force within 250 ms. */
  public void setCapacity(double capacityIops) {
    Qmp.limit(socket, "capacity", capacityIops);
  }

  /** Takes the device away, as when its cable is pulled; nobody may have it open. */
  public void pull() {
    loop.detach();
  }

  /**
   * Brings it back under the same name and number.
   *
   * @throws MissingException when another run has taken the number meanwhile
   */
  public void plug() {
    loop.attachAgain();
    loop.countEachRequest();
  }

  /** Detaches the device and ends the daemon, which unmounts its export. */
  @Override
  public void close() {
    loop.detach();
    Command.end(daemon, START);
  }

  static void fill(Path file, int sizeMiB) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] chunk = new byte[CHUNK_BYTES];
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int i = 0; i < sizeMiB; i++) {
        random.nextBytes(chunk);
        ByteBuffer buffer = ByteBuffer.wrap(chunk);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      channel.force(true);
    }
  }

  private static void mountNbd(Janitor janitor, String name, Path exported) throws IOException {
    Path socket = nbdSocket(exported);
    if (!Wait.until(START, () -> Files.exists(socket))) {
      throw new MissingException("qemu-storage-daemon does not serve NBD on " + socket);
    }
    NbdDevice.show(janitor, name + ".nbdfuse", "nbd+unix:///lun?socket=" + socket, exported);
  }

  private static Path nbdSocket(Path exported) {
    return exported.resolveSibling(exported.getFileName() + ".nbd");
  }

  private static List<String> daemonCommand(
      ArrayModel model, Path backing, Path exported, Path socket, boolean overNbd)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add("qemu-storage-daemon");
    command.addAll(Qmp.server("control", socket));
    command.addAll(model.arguments(backing, "writable"));
    if (overNbd) {
      command.addAll(
          List.of(
              "--nbd-server",
              "addr.type=unix,addr.path=" + nbdSocket(exported),
              "--export",
              "type=nbd,id=lun,name=lun,node-name=array,writable=on"));
    } else {
      command.addAll(
          List.of(
              "--export",
              "type=fuse,id=lun,node-name=array,mountpoint=" + exported + ",writable=on"));
    }
    return command;
  }

  private static void awaitExport(
      Janitor janitor, String name, Process daemon, Path exported, long size) throws IOException {
    boolean ready =
        Wait.until(
            START,
            () ->
                !daemon.isAlive()
                    || (Files.exists(exported) && NbdDevice.sizeOf(exported) == size));
    if (!ready || !daemon.isAlive()) {
      String said = Files.readString(janitor.directory().resolve(name + ".log")).strip();
      throw new MissingException(
          "qemu-storage-daemon does not serve the device: "
              + (said.isEmpty() ? "no answer" : said));
    }
  }
}
