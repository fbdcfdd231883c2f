package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.agent.KernelLab.Loop;
import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.LunSample.Device;
import io.oasis.agent.sample.Sampler;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the running kernel that I/Os are counted that a device does not get to. The device is a
 * loop device over another one. It works for each cgroup by itself and in its name, so that a
 * throttle of the lower device keeps I/Os of one cgroup in the upper one for as long as we like.
 */
@Tag("slow")
class UnservedKernelTest {
  /** What there was at least in eight intervals counts, and one or two are in between. */
  private static final int SETTLING = 12;

  private static final int INTERVALS = 8;

  /** Of bytes per second: an I/O of 256 KiB takes four minutes. */
  private static final int HARDLY = 1024;

  /** I/Os per second for each in flight: they take 83 ms, and there is next to none between. */
  private static final int PACE = 12;

  @TempDir Path directory;
  private Optional<KernelLab> lab = Optional.empty();

  @BeforeEach
  void open() throws Exception {
    lab = Optional.of(new KernelLab(directory, new Sampler(KernelLab.HOST, _ -> Optional.empty())));
  }

  @AfterEach
  void close() throws Exception {
    if (lab.isPresent()) {
      lab.get().close();
    }
  }

  @Test
  void countsWhatTheDeviceDoesNotGetToWhileItServesOthers() throws Exception {
    KernelLab kernel = lab.orElseThrow();
    Loop below = kernel.image();
    Loop device = kernel.attach(below.path());
    String near = kernel.start("near", device, "--iodepth=4");
    String far = kernel.start("far", device, "--iodepth=6");
    kernel.throttle(near, below, "read_iops", 4 * PACE);
    kernel.throttle(far, below, "read_iops", 6 * PACE);
    assertThat(figures(settled(device), Device::unserved)).containsOnly(0.0);

    kernel.throttle(far, below, "read_bps", HARDLY);
    List<LunSample> leftOut = settled(device);
    assertThat(median(figures(leftOut, Device::unserved))).isBetween(4.0, 8.0);
    assertThat(median(figures(leftOut, Device::outstanding))).isBetween(7.0, 12.0);
    assertThat(leftOut)
        .allSatisfy(
            sample -> {
              assertThat(readsOf(near, sample)).isPositive();
              assertThat(readsOf(far, sample)).as("it is listed, and idle").isZero();
            });

    kernel.throttle(far, below, "read_bps", 0);
    assertThat(figures(settled(device), Device::unserved)).containsOnly(0.0);
  }

  private List<LunSample> settled(Loop device) throws Exception {
    KernelLab kernel = lab.orElseThrow();
    kernel.intervals(device, SETTLING);
    List<LunSample> samples = kernel.intervals(device, INTERVALS);
    assertThat(samples).hasSize(INTERVALS);
    return samples;
  }

  private static List<Double> figures(List<LunSample> samples, Function<Device, Double> figure) {
    return samples.stream().map(sample -> figure.apply(sample.device())).toList();
  }

  private static double median(List<Double> figures) {
    return figures.stream().sorted().skip(INTERVALS / 2).findFirst().orElseThrow();
  }

  private static double readsOf(String application, LunSample sample) {
    return sample.queues().stream()
        .filter(queue -> queue.queue().application().value().equals(application))
        .mapToDouble(queue -> queue.sample().reads().completionsPerSecond())
        .findFirst()
        .orElseThrow();
  }
}
