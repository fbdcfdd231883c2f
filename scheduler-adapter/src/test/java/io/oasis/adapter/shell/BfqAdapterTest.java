package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.AdapterComponent;
import io.oasis.adapter.targets.BfqLab;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.KernelLab;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Readers;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.qmp.Qemu;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on this machine's kernel that a device is told what it is to be told while weights are in
 * force on it and no longer, and that BFQ obeys the weights.
 */
@Tag("slow")
class BfqAdapterTest {
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final List<String> FILES =
      List.of("read_ahead_kb", "iosched/slice_idle_us", "iosched/timeout_sync");
  private static final List<Long> TOLD = List.of(1_024L, 2_000L, 200L);

  @TempDir Path stateDir;
  private BfqLab lab;
  private Qemu qemu;
  private LivingAdapter adapter;
  private BlockDevice device;
  private List<Long> before = List.of();

  @BeforeEach
  void open() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    Assumptions.assumeTrue(
        Files.exists(Path.of("/sys/block/loop0")), "needs a loop device to look at");
    BfqLab.obstacle("/dev/loop0").ifPresent(Assumptions::abort);
    lab = new BfqLab();
    before = numbers();
    device = find(lab.device());
  }

  private static BlockDevice find(String path) throws IOException {
    String name = path.substring("/dev/".length());
    String number = Files.readString(Path.of("/sys/block", name, "dev")).strip();
    return new BlockDevices(HostRoot.REAL, new HostId("h"))
        .discover().stream()
            .filter(found -> found.number().toString().equals(number))
            .findFirst()
            .orElseThrow();
  }

  @AfterEach
  void stop() throws Exception {
    if (adapter != null) {
      adapter.close();
    }
    if (lab != null) {
      lab.close();
    }
    if (qemu != null) {
      qemu.close();
    }
  }

  private Path file(String name) {
    return Path.of("/sys/block", lab.device().substring("/dev/".length()), "queue", name);
  }

  private List<Long> numbers() throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (String name : FILES) {
      numbers.add(Long.parseLong(Files.readString(file(name)).strip()));
    }
    return numbers;
  }

  private void start(Duration lease, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--target", "bfq", "--share-host", "true"));
    arguments.addAll(List.of(more));
    adapter = new LivingAdapter(stateDir, lease, arguments.toArray(String[]::new));
  }

  /** The places are there before the adapter, which may have looked just before otherwise. */
  private void tell(Place... places) throws Exception {
    start(LEASE, "--read-ahead-kb", "1024", "--slice-idle-us", "2000", "--timeout-sync-ms", "200");
    weigh(places[0], 100);
    assertThat(numbers()).isEqualTo(TOLD);
  }

  private QueueId weigh(Place place, int weight) throws Exception {
    QueueId queue = new QueueId(new ApplicationId("h:" + lab.pathOf(place)), device.lun());
    Outcome outcome = adapter.limit(queue, device.domain(), 100 * weight);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(lab.target().read(place)).isEqualTo(Throttle.ofWeight(10L * weight));
    return queue;
  }

  private void eventually(List<Long> expected) throws Exception {
    Eventually.is(expected, this::numbers);
  }

  @Test
  void aDeviceIsToldUntilItsLastWeightIsLetGo() throws Exception {
    Place other = lab.place("second");
    tell(lab.place("first"), other);
    QueueId second = weigh(other, 300);
    adapter.ask(second, device.domain(), Optional.empty());
    adapter.await(
        Outcome.class,
        outcome -> outcome.queue().equals(second) && outcome.state() == Outcome.State.RELEASED);
    assertThat(numbers()).isEqualTo(TOLD);

    eventually(before); // the lease of the first ends
    assertThat(adapter.process().isAlive()).isTrue();
  }

  @Test
  void aKilledAdaptersDeviceIsAsItWas() throws Exception {
    tell(lab.place("first"));
    adapter.handle().destroyForcibly();

    eventually(before);
  }

  @Test
  void whatSomebodyElseWritesStays() throws Exception {
    tell(lab.place("first"));
    Files.writeString(file("read_ahead_kb"), "512");
    adapter.close();
    List<Long> after = numbers();
    Files.writeString(file("read_ahead_kb"), Long.toString(before.get(0)));

    assertThat(after).isEqualTo(List.of(512L, before.get(1), before.get(2)));
    assertThat(stateDir.resolve("journal")).doesNotExist();
  }

  /**
   * One to three, on a device of 200 I/Os a second; without waiting for the next I/O of whose turn
   * it is, half.
   */
  @Test
  @Tag("slow")
  void bfqObeysWeightsWhereItWaitsForTheNextIo() throws Exception {
    Qemu.need("qemu-storage-daemon", "qemu-system-common");
    Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/fuse")), "needs FUSE");
    lab.close();
    qemu =
        Qemu.storageDaemon(
            "--object", "throttle-group,id=g,limits.iops-total=200",
            "--blockdev", "null-co,node-name=disk,size=67108864",
            "--blockdev", "throttle,node-name=slow,throttle-group=g,file=disk");
    lab = new BfqLab(qemu.export("slow"));
    device = find(lab.device());
    Files.writeString(file("iosched/low_latency"), "0"); // else whoever begins is preferred
    List<Place> places = List.of(lab.place("light"), lab.place("heavy"));
    double hasty = heavyPart(places, 0);
    double waiting = heavyPart(places, 50_000);
    System.out.printf(Locale.ROOT, "BFQ, 1 to 3: %.3f, hasty %.3f%n", waiting, hasty);
    assertThat(waiting).isBetween(0.65, 0.85);
    assertThat(hasty).isBetween(0.4, 0.6);
  }

  /**
   * BFQ puts others' I/Os into its waiting once that seems to cost nothing, and learns so from
   * readers that are late now and then, as on a machine that does other things: both get half then.
   * Where it is to wait it is told to be strict, which no reader's lateness changes.
   */
  private double heavyPart(List<Place> places, int idleMicros) throws Exception {
    Files.writeString(file("iosched/strict_guarantees"), idleMicros > 0 ? "1" : "0");
    start(Duration.ofMinutes(10), "--slice-idle-us", Integer.toString(idleMicros));
    weigh(places.get(0), 100);
    weigh(places.get(1), 300);
    assertThat(numbers().get(1)).isEqualTo(idleMicros);
    try (Readers readers = Readers.start(lab, places, 4)) {
      readers.parts(100); // they do not begin at once
      return readers.parts(300).get(1);
    } finally {
      adapter.close();
    }
  }

  @Test
  void numbersThatTheKernelRoundsAndOtherTargetsAreRefused() {
    assertThatThrownBy(() -> settings("bfq", "--timeout-sync-ms", "125"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("multiple of 20");
    assertThatThrownBy(() -> settings("auto", "--read-ahead-kb", "1024"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--target bfq");
    assertThat(settings("bfq", "--slice-idle-us", "0").driven().device().numbers())
        .containsExactly(Map.entry("iosched/slice_idle_us", 0L));
  }

  private static AdapterSettings settings(String target, String key, String value) {
    AdapterComponent component = new AdapterComponent();
    return component.configuration(Settings.of(component, List.of("--target", target, key, value)));
  }
}
