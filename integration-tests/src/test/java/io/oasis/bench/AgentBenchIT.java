package io.oasis.bench;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.linux.ThrottleAccounting;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import io.oasis.proving.rig.LabNeeds;
import io.oasis.proving.scale.ProcessCost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the agent costs a host: processor and memory while cgroups do I/O on one device, beside
 * Debian's node exporter, scraped once a second, in the same run. How often the agent measured is a
 * column: a manager may wish for more than it is told to.
 */
@Tag("bench")
class AgentBenchIT {
  /** What a host has at most here, what it mostly has, and how often the quick law measures. */
  private static final int MANY = 256;

  private static final int FEW = 16;
  private static final int SLOW_MILLIS = 1_000;
  private static final int QUICK_MILLIS = 250;

  private static final int SIZE_MIB = 512;
  private static final double CAPACITY = 20_000;
  private static final int BLOCK = 4_096;

  /** Blocks from one read to the next: no readahead, and each block once. */
  private static final long FAR = 40_009;

  private static final int WARM_SECONDS = 120;
  private static final int SECONDS = 60;

  private final BenchReport report = new BenchReport("agent");

  @Test
  void processorAndMemoryBesideTheNodeExporter() throws IOException {
    measure("256 queues, every second", MANY, SLOW_MILLIS, true);
    measure("16 queues, every 250 ms", FEW, QUICK_MILLIS, true);
    measure("16 queues at rest, every second", FEW, SLOW_MILLIS, false);
    report.write();
  }

  private void measure(String what, int queues, int millis, boolean busy) throws IOException {
    Assumptions.assumeTrue(LabNeeds.missing().isEmpty(), String.join("; ", LabNeeds.missing()));
    CgroupTree tree = CgroupTree.find().orElseThrow();
    Assumptions.assumeFalse(tree.unified(), "threads of their own cgroup need blkio of version 1");
    NodeExporter.needed();
    Janitor janitor = Janitor.start(SIZE_MIB);
    int port = Ports.free();
    Process exporter = NodeExporter.start(port);
    janitor.service(exporter.pid());
    try (janitor;
        Services services =
            Services.start(
                janitor.directory().resolve("data"),
                Deployment.forTrial().interval(millis).only("manager", "agent"),
                janitor::service)) {
      LabLun lun = LabLun.create(janitor, "lun", SIZE_MIB, CAPACITY);
      ThrottleAccounting.switchOn(
          CgroupMount.find(HostRoot.REAL), DeviceNumber.parse(lun.majorMinor()).orElseThrow());
      List<LabCgroup> cgroups = new ArrayList<>();
      String parent = "oasis-bench-" + ProcessHandle.current().pid();
      for (int i = 0; i < queues; i++) {
        cgroups.add(tree.create(janitor, parent, "q" + i));
      }
      Thread load = Thread.ofPlatform().start(() -> load(cgroups, lun.device(), busy));
      try {
        Runnable scrape = () -> services.get("http://127.0.0.1:" + port + "/metrics");
        measure(what, services, exporter.pid(), scrape);
      } finally {
        load.interrupt();
        join(load);
        exporter.destroy();
      }
    }
  }

  private void measure(String what, Services services, long exporter, Runnable scrape)
      throws IOException {
    seconds(WARM_SECONDS, scrape);
    double queues = metric(services, "oasis_agent_queues{");
    long agent = services.pid("agent");
    double intervalsBefore = metric(services, "oasis_agent_interval_seconds_count");
    ProcessCost agentBefore = ProcessCost.of(agent);
    ProcessCost exporterBefore = ProcessCost.of(exporter);
    long start = System.nanoTime();
    seconds(SECONDS, scrape);
    double elapsed = (System.nanoTime() - start) / 1e9;
    ProcessCost agentAfter = ProcessCost.of(agent);
    ProcessCost exporterAfter = ProcessCost.of(exporter);
    double intervals = metric(services, "oasis_agent_interval_seconds_count") - intervalsBefore;
    row(what, queues, intervals / elapsed, agentBefore, agentAfter, elapsed);
    row("node exporter beside it", 0, 1, exporterBefore, exporterAfter, elapsed);
  }

  private static double metric(Services services, String name) {
    return services
        .metrics("agent")
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private void row(
      String what,
      double queues,
      double intervals,
      ProcessCost before,
      ProcessCost after,
      double seconds) {
    report.row(
        "what",
        what,
        "queues",
        queues,
        "times a second",
        intervals,
        "% of a core",
        100 * (after.cpuSeconds() - before.cpuSeconds()) / seconds,
        "resident MiB",
        after.residentMib(),
        "private MiB",
        after.privateMib(),
        "shared MiB",
        after.sharedMib());
  }

  private static void seconds(int count, Runnable scrape) {
    for (int i = 0; i < count; i++) {
      long next = System.nanoTime() + 1_000_000_000L;
      scrape.run();
      Wait.pause(Duration.ofNanos(Math.max(1, next - System.nanoTime())));
    }
  }

  /** One thread goes from cgroup to cgroup and reads a block in each; at rest, once in all. */
  private static void load(List<LabCgroup> cgroups, String device, boolean busy) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK);
    try (FileChannel channel = FileChannel.open(Path.of(device), StandardOpenOption.READ)) {
      String thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
      for (long i = 0; Wait.pause(Duration.ofMillis(busy || i < cgroups.size() ? 2 : 5_000)); i++) {
        LabCgroup cgroup = cgroups.get((int) (i % cgroups.size()));
        Files.writeString(cgroup.directory().resolve("tasks"), thread);
        buffer.clear();
        channel.read(buffer, i * FAR % (SIZE_MIB * 256L) * BLOCK); // never twice: not in memory
      }
      Thread.interrupted();
      Files.writeString(cgroups.getFirst().tree().root().resolve("tasks"), thread);
    } catch (ClosedByInterruptException e) {
      // The end came while it read.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
