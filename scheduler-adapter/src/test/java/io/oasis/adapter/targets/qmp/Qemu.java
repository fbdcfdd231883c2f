package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.Shell;
import io.oasis.brick.client.wire.JsonLink;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A process of QEMU with a monitor, in a directory of its own. */
public final class Qemu implements AutoCloseable {
  private final Path directory;
  private final List<String> command;
  private Process process;

  private Qemu(Path directory, List<String> command) throws Exception {
    this.directory = directory;
    this.command = command;
    start();
  }

  /**
   * The storage daemon.
   *
   * @param more of its options; {@code @} in them stands for the directory
   */
  public static Qemu storageDaemon(String... more) throws Exception {
    Path directory = Files.createTempDirectory("oasis-qemu");
    List<String> command = new ArrayList<>(List.of("qemu-storage-daemon"));
    command.addAll(
        List.of("--chardev", "socket,id=m,path=@/qmp,server=on,wait=off", "--monitor", "m"));
    command.addAll(List.of("--nbd-server", "addr.type=unix,addr.path=@/nbd"));
    command.addAll(List.of(more));
    return new Qemu(directory, in(directory, command));
  }

  /** A machine that is never started, with these drives. */
  public static Qemu machine(String... drives) throws Exception {
    Path directory = Files.createTempDirectory("oasis-qemu");
    List<String> command = new ArrayList<>();
    command.addAll(List.of("qemu-system-x86_64", "-S", "-machine", "microvm", "-nodefaults"));
    command.addAll(
        List.of("-display", "none", "-m", "16", "-qmp", "unix:@/qmp,server=on,wait=off"));
    for (String drive : drives) {
      command.addAll(List.of("-blockdev", "null-co,node-name=" + drive + "-disk,size=67108864"));
      command.addAll(
          List.of("-device", "virtio-blk-device,drive=%s-disk,id=%1$s".formatted(drive)));
    }
    return new Qemu(directory, in(directory, command));
  }

  /** Skips the test where there is no such program. */
  public static void need(String program, String debianPackage) {
    try {
      Shell.run(program, "--version");
    } catch (IOException | InterruptedException e) {
      Assumptions.abort("needs " + program + ": apt-get install " + debianPackage);
    }
  }

  private static List<String> in(Path directory, List<String> command) {
    return command.stream().map(word -> word.replace("@", directory.toString())).toList();
  }

  public Path monitor() {
    return directory.resolve("qmp");
  }

  public UnixDomainSocketAddress nbd() {
    return UnixDomainSocketAddress.of(directory.resolve("nbd"));
  }

  public Path directory() {
    return directory;
  }

  public Process process() {
    return process;
  }

  /** Exports a node as a file, which is as slow as the node. */
  public Path export(String node) throws Exception {
    Path file = Files.createFile(directory.resolve("lun"));
    try (QmpSession session = QmpSession.open(monitor())) {
      session.ask(
          "block-export-add",
          JsonLink.object()
              .put("type", "fuse")
              .put("id", "lun")
              .put("node-name", node)
              .put("mountpoint", file.toString()));
    }
    return file;
  }

  /** Kills it and starts it again. */
  public void restart() throws Exception {
    process.destroyForcibly().waitFor();
    start();
  }

  private void start() throws Exception {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    Eventually.succeeds(process, () -> QmpSession.open(monitor())).close();
  }

  @Override
  public void close() throws Exception {
    process.destroy(); // it unmounts what it exports as a file
    if (!process.waitFor(Eventually.PATIENCE)) {
      process.destroyForcibly().waitFor();
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
