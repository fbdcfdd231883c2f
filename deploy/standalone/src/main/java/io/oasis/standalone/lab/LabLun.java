package io.oasis.standalone.lab;

import io.oasis.standalone.MissingException;
import io.oasis.standalone.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A block device with a capacity of so many I/Os per second, whatever the disk below can do: a file
 * served by {@code qemu-storage-daemon} through a throttle group (the array's capacity), exported
 * with FUSE as a regular file, with a loop device over that. To the kernel it is an ordinary block
 * device, whose capacity is below it and unknown to it, as with a storage array.
 *
 * <p>The file is filled with random data first, because reads of holes bypass the throttle.
 */
public final class LabLun implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);
  private static final int CHUNK_BYTES = 1 << 20;

  /** Any value; the same one makes the same data. */
  private static final long SEED = 20_070_101L;

  private final Path exported;
  private final Path socket;
  private final Process daemon;
  private final String device;

  private LabLun(Path exported, Path socket, Process daemon, String device) {
    this.exported = exported;
    this.socket = socket;
    this.daemon = daemon;
    this.device = device;
  }

  /**
   * Builds the device in the janitor's directory, under a name of its own.
   *
   * @param sizeMiB of the device, and of the disk space taken
   * @param capacityIops what it can carry, reads and writes together
   */
  public static LabLun create(Janitor janitor, String name, int sizeMiB, double capacityIops) {
    Path backing = janitor.directory().resolve(name + ".back");
    Path exported = janitor.directory().resolve(name + ".lun");
    Path socket = janitor.directory().resolve(name + ".qmp");
    try {
      fill(backing, sizeMiB);
      Files.createFile(exported);
      janitor.backing(exported);
      janitor.mount(exported);
      Process daemon =
          new ProcessBuilder(daemonCommand(backing, exported, socket, capacityIops))
              .redirectErrorStream(true)
              .redirectOutput(janitor.directory().resolve(name + ".log").toFile())
              .start();
      janitor.process(daemon.pid());
      awaitExport(janitor, name, daemon, exported, Files.size(backing));
      String device =
          Command.output(
              "losetup", "-f", "--show", "--direct-io=on", exported.toAbsolutePath().toString());
      return new LabLun(exported, socket, daemon, device);
    } catch (IOException e) {
      throw new UncheckedIOException("the device cannot be built in " + janitor.directory(), e);
    }
  }

  /** The block device, such as {@code /dev/loop0}. */
  public String device() {
    return device;
  }

  /** The file the loop device is over: what Oasis knows the LUN by. */
  public Path exported() {
    return exported;
  }

  /** The device's numbers as the kernel's throttle files name it. */
  public String majorMinor() {
    try {
      String name = Path.of(device).getFileName().toString();
      return Files.readString(Path.of("/sys/block", name, "dev")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes the capacity of the living device; in force within 250 ms. */
  public void setCapacity(double capacityIops) {
    try (Qmp qmp = new Qmp(socket)) {
      qmp.execute(
          "{\"execute\":\"qom-set\",\"arguments\":{\"path\":\"/objects/capacity\","
              + "\"property\":\"limits\",\"value\":{\"iops-total\":"
              + Math.round(capacityIops)
              + "}}}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Detaches the device and ends the daemon, which unmounts its export. */
  @Override
  public void close() {
    Command.output("losetup", "-d", device);
    daemon.destroy();
    try {
      if (!daemon.waitFor(START.toMillis(), TimeUnit.MILLISECONDS)) {
        daemon.destroyForcibly();
      }
    } catch (InterruptedException e) {
      daemon.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static void fill(Path file, int sizeMiB) throws IOException {
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

  private static List<String> daemonCommand(
      Path backing, Path exported, Path socket, double capacityIops) {
    return List.of(
        "qemu-storage-daemon",
        "--chardev",
        "socket,id=control,path=" + socket + ",server=on,wait=off",
        "--monitor",
        "chardev=control",
        "--object",
        "throttle-group,id=capacity,x-iops-total=" + Math.round(capacityIops),
        "--blockdev",
        "driver=file,node-name=file,filename=" + backing + ",cache.direct=on",
        "--blockdev",
        "driver=throttle,node-name=array,throttle-group=capacity,file=file",
        "--export",
        "type=fuse,id=lun,node-name=array,mountpoint=" + exported + ",writable=on");
  }

  private static void awaitExport(
      Janitor janitor, String name, Process daemon, Path exported, long size) throws IOException {
    boolean ready =
        Wait.until(
            START, () -> !daemon.isAlive() || (Files.exists(exported) && sizeOf(exported) == size));
    if (!ready || !daemon.isAlive()) {
      String said = Files.readString(janitor.directory().resolve(name + ".log")).strip();
      throw new MissingException(
          "qemu-storage-daemon does not serve the device: "
              + (said.isEmpty() ? "no answer" : said));
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return -1;
    }
  }
}
