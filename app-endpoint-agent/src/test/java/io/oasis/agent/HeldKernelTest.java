package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.Sampler;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.linux.ThrottleAccounting;
import io.oasis.protocol.HostId;
import io.oasis.protocol.RateBound;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the running kernel that what waits behind a throttle is counted: fio on a loop device,
 * limited in its cgroup. Needs root, a v1 blkio hierarchy, {@code losetup} and {@code fio}.
 */
@Tag("slow")
class HeldKernelTest {
  private static final int IMAGE_BYTES = 64 << 20;
  private static final int INTERVAL_MILLIS = 250;
  private static final int FREE_INTERVALS = 9;
  private static final int INTERVALS = 8;
  private static final int LIMIT = 500;

  @TempDir Path directory;
  private final Map<String, RateBound> limits = new HashMap<>();
  private final Sampler sampler =
      new Sampler(
          new HostId("h"), queue -> Optional.ofNullable(limits.get(queue.application().value())));
  private final List<Process> applications = new ArrayList<>();
  private final List<Path> groups = new ArrayList<>();
  private Optional<HostReader> reader = Optional.empty();
  private String loop = "";
  private String number = "";
  private Path root = Path.of("/nowhere");

  @BeforeEach
  void open() throws Exception {
    root = requireHost().directory();
    byte[] full = new byte[IMAGE_BYTES]; // no holes
    Arrays.fill(full, (byte) 42);
    Path file = Files.write(directory.resolve("lun.img"), full);
    try {
      loop = run("losetup", "-f", "--show", "--direct-io=on", file.toString()).strip();
    } catch (IOException e) {
      assumeTrue(false, "no loop device to be had: " + e.getMessage());
    }
    number = Files.readString(Path.of("/sys/block", loop.substring(5), "dev")).strip();
    ThrottleAccounting.switchOn(
        CgroupMount.find(HostRoot.REAL), DeviceNumber.parse(number).orElseThrow());
    reader = Optional.of(new HostReader(HostRoot.REAL, new HostId("h")));
  }

  @AfterEach
  void close() throws Exception {
    reader.ifPresent(HostReader::close);
    for (Process application : applications) {
      application.destroyForcibly().waitFor();
    }
    for (Path group : groups) {
      Files.delete(group);
    }
    if (!loop.isEmpty()) {
      run("losetup", "-d", loop);
    }
  }

  @Test
  void aClosedLoopHoldsItsDepth() throws Exception {
    String deep = start("deep", "--iodepth=32");
    intervals(deep, FREE_INTERVALS);
    limit(deep, LIMIT);
    intervals(deep, 2);
    assertThat(median(intervals(deep, INTERVALS))).isBetween(24.0, 42.0);
  }

  @Test
  void aContentOneHoldsNothingBesideOneThatDoes() throws Exception {
    String content = start("content", "--iodepth=8", "--rate_iops=200", "--rate_process=poisson");
    String deep = start("deep", "--iodepth=32", "--rw=randwrite");
    intervals(content, FREE_INTERVALS);
    limit(content, LIMIT);
    limit(deep, LIMIT);
    intervals(content, 4);
    assertThat(median(intervals(content, INTERVALS))).isLessThan(16);
    assertThat(median(intervals(deep, INTERVALS))).isBetween(24.0, 42.0);
  }

  /** fio in a cgroup of its own; gives the application's name. */
  private String start(String name, String... load) throws IOException {
    Path group = root.resolve("oasis-held-" + ProcessHandle.current().pid() + "-" + name);
    groups.add(Files.createDirectory(group));
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", group + "/cgroup.procs"));
    command.addAll(List.of("fio", "--name=" + name, "--filename=" + loop, "--rw=randread"));
    command.addAll(List.of("--bs=256k", "--direct=1", "--ioengine=libaio", "--norandommap"));
    command.addAll(List.of("--time_based", "--runtime=60", "--thread"));
    command.addAll(List.of(load));
    applications.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".fio").toFile())
            .start());
    return "h:/" + group.getFileName();
  }

  /** In force, then known, as after a push. */
  private void limit(String application, int iops) throws IOException {
    Path group = root.resolve(application.substring("h:/".length()));
    for (String direction : List.of("read", "write")) {
      Files.writeString(
          group.resolve("blkio.throttle." + direction + "_iops_device"), number + " " + iops);
    }
    limits.put(application, RateBound.ofIops(iops));
  }

  /** What the application holds at the end of each of the next intervals. */
  private List<Double> intervals(String application, int count) throws Exception {
    List<Double> held = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean ended = applications.getFirst().waitFor(INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
      assertThat(ended).as("fio is not there any more").isFalse();
      for (LunSample lun : sampler.sample(reader.orElseThrow().read(System.nanoTime()))) {
        lun.queues().stream()
            .filter(queue -> queue.queue().application().value().equals(application))
            .filter(_ -> lun.lun().value().contains(directory.getFileName().toString()))
            .flatMap(queue -> queue.sample().held().stream())
            .forEach(held::add);
      }
    }
    return held;
  }

  /** A stall between two readings spoils an interval; there must be one value for each. */
  private static double median(List<Double> held) {
    assertThat(held).hasSize(INTERVALS);
    return held.stream().sorted().skip(INTERVALS / 2).findFirst().orElseThrow();
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
