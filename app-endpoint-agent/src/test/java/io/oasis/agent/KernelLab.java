package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.Sampler;
import io.oasis.agent.sample.Snapshot;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.linux.ThrottleAccounting;
import io.oasis.protocol.HostId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Loop devices of the running kernel and fio in cgroups of its own. Needs root, a v1 blkio
 * hierarchy, {@code losetup} and {@code fio}; without them the test is skipped.
 */
final class KernelLab implements AutoCloseable {
  static final HostId HOST = new HostId("h");

  private static final int IMAGE_BYTES = 64 << 20;
  private static final int INTERVAL_MILLIS = 250;

  private final Path directory;
  private final Sampler sampler;
  private final CgroupMount mount;
  private final HostReader reader;
  private final List<Loop> loops = new ArrayList<>();
  private final List<Path> groups = new ArrayList<>();
  private final List<Process> applications = new ArrayList<>();
  private final List<Throttle> throttles = new ArrayList<>();

  /**
   * A device.
   *
   * @param path such as {@code /dev/loop0}
   */
  record Loop(String path, DeviceNumber number) {}

  private record Throttle(Path file, DeviceNumber device) {
    void set(long limit) throws IOException {
      Files.writeString(file, device + " " + limit);
    }
  }

  /**
   * @param directory for files; it may go when the lab is closed
   */
  KernelLab(Path directory, Sampler sampler) throws Exception {
    this.directory = directory;
    this.sampler = sampler;
    mount = requireHost();
    reader = new HostReader(HostRoot.REAL, HOST);
  }

  /** A loop device over the lab's only file. */
  Loop image() throws Exception {
    byte[] full = new byte[IMAGE_BYTES]; // no holes
    Arrays.fill(full, (byte) 42);
    return attach(Files.write(directory.resolve("lun.img"), full).toString());
  }

  /** A loop device over a file or another device. */
  Loop attach(String below) throws Exception {
    String path = "";
    try {
      path = run("losetup", "-f", "--show", "--direct-io=on", below).strip();
    } catch (IOException e) {
      assumeTrue(false, "no loop device to be had: " + e.getMessage());
    }
    Path number = Path.of("/sys/block", path.substring("/dev/".length()), "dev");
    Loop loop = new Loop(path, DeviceNumber.parse(Files.readString(number).strip()).orElseThrow());
    loops.addFirst(loop);
    ThrottleAccounting.switchOn(Optional.of(mount), loop.number());
    return loop;
  }

  /** fio in a cgroup of its own; gives the application's name. */
  String start(String name, Loop loop, String... load) throws IOException {
    Path group =
        mount.directory().resolve("oasis-lab-" + ProcessHandle.current().pid() + "-" + name);
    groups.add(Files.createDirectory(group));
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", group + "/cgroup.procs"));
    command.addAll(List.of("fio", "--name=" + name, "--filename=" + loop.path(), "--rw=randread"));
    command.addAll(List.of("--bs=256k", "--direct=1", "--ioengine=libaio", "--norandommap"));
    command.addAll(List.of("--time_based", "--runtime=300", "--thread"));
    command.addAll(List.of(load));
    applications.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".fio").toFile())
            .start());
    return HOST.value() + ":/" + group.getFileName();
  }

  /**
   * @param what such as {@code read_iops}
   * @param limit 0 for none
   */
  void throttle(String application, Loop loop, String what, long limit) throws IOException {
    Path group = mount.directory().resolve(application.substring((HOST.value() + ":/").length()));
    Throttle throttle =
        new Throttle(group.resolve("blkio.throttle." + what + "_device"), loop.number());
    throttles.add(throttle);
    throttle.set(limit);
  }

  /** The device's samples in the next intervals; there is none of the lab's first. */
  List<LunSample> intervals(Loop loop, int count) throws Exception {
    List<LunSample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean ended = applications.getFirst().waitFor(INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      assertThat(ended).as("fio is not there any more").isFalse();
      Snapshot now = reader.read(System.nanoTime());
      BlockDevice device =
          now.devices().stream()
              .filter(candidate -> candidate.number().equals(loop.number()))
              .findFirst()
              .orElseThrow();
      sampler.sample(now).stream()
          .filter(sample -> sample.lun().equals(device.lun()))
          .forEach(samples::add);
    }
    return samples;
  }

  @Override
  public void close() throws Exception {
    reader.close();
    applications.forEach(Process::destroyForcibly);
    for (Throttle throttle : throttles) {
      throttle.set(0); // or what they have in flight would not let them end
    }
    for (Process application : applications) {
      application.waitFor();
    }
    for (Path group : groups) {
      Files.delete(group);
    }
    for (Loop loop : loops) {
      run("losetup", "-d", loop.path());
    }
  }

  private static CgroupMount requireHost() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
    for (String program : List.of("losetup", "fio")) {
      try {
        run(program, "--version");
      } catch (IOException e) {
        assumeTrue(false, "needs " + program + ": apt-get install mount fio");
      }
    }
    Optional<CgroupMount> mount = CgroupMount.find(HostRoot.REAL);
    assumeTrue(
        mount.isPresent() && mount.get().version() == CgroupVersion.V1,
        "this kernel binds no blkio controller to cgroup v1");
    return mount.orElseThrow();
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
