package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.agent.KernelLab.Loop;
import io.oasis.agent.sample.Sampler;
import io.oasis.protocol.RateBound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the running kernel that what waits behind a throttle is counted: fio on a loop device,
 * limited in its cgroup.
 */
@Tag("slow")
class HeldKernelTest {
  private static final int FREE_INTERVALS = 9;
  private static final int INTERVALS = 8;
  private static final int LIMIT = 500;

  @TempDir Path directory;
  private final Map<String, RateBound> limits = new HashMap<>();
  private Optional<KernelLab> lab = Optional.empty();
  private Optional<Loop> loop = Optional.empty();

  @BeforeEach
  void open() throws Exception {
    Sampler sampler =
        new Sampler(
            KernelLab.HOST, queue -> Optional.ofNullable(limits.get(queue.application().value())));
    KernelLab kernel = new KernelLab(directory, sampler);
    lab = Optional.of(kernel);
    loop = Optional.of(kernel.image());
  }

  @AfterEach
  void close() throws Exception {
    if (lab.isPresent()) {
      lab.get().close();
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

  private String start(String name, String... load) throws IOException {
    return lab.orElseThrow().start(name, loop.orElseThrow(), load);
  }

  /** In force, then known, as after a push. */
  private void limit(String application, int iops) throws IOException {
    for (String what : List.of("read_iops", "write_iops")) {
      lab.orElseThrow().throttle(application, loop.orElseThrow(), what, iops);
    }
    limits.put(application, RateBound.ofIops(iops));
  }

  /** What the application holds at the end of each of the next intervals. */
  private List<Double> intervals(String application, int count) throws Exception {
    return lab.orElseThrow().intervals(loop.orElseThrow(), count).stream()
        .flatMap(lun -> lun.queues().stream())
        .filter(queue -> queue.queue().application().value().equals(application))
        .flatMap(queue -> queue.sample().held().stream())
        .toList();
  }

  /** A stall between two readings spoils an interval; there must be one value for each. */
  private static double median(List<Double> held) {
    assertThat(held).hasSize(INTERVALS);
    return held.stream().sorted().skip(INTERVALS / 2).findFirst().orElseThrow();
  }
}
