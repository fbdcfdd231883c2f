package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.ReleaseMain;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.KernelLab;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.ProcessorLoad;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows on this machine's kernel that an adapter process holds limits, and that what was there
 * before comes back when it is stopped, killed, suspended, or told to by hand.
 */
@Tag("slow")
public class KernelAdapterTest {
  private static final Duration LEASE = Duration.ofSeconds(3);

  /** Does not end before a conflict is seen, however slow the machine is. */
  private static final Duration LONG_LEASE = Eventually.PATIENCE;

  private static final Duration PARTS_FOLLOW_MIX = Duration.ofSeconds(5);
  private static final Duration MEASURED = Duration.ofSeconds(7);
  private static final Throttle BEFORE = Throttle.NONE.with(Part.READ_IOPS, 5_000);
  private static final Throttle OURS = Throttle.ofEach(1_000, 500, 0, 0);

  @TempDir Path stateDir;
  private KernelLab lab;
  private LivingAdapter adapter;
  private Place place;
  private QueueId queue;
  private BlockDevice device;

  @BeforeEach
  void start() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    lab = new KernelLab();
    place = lab.place("app");
    device = lab.blockDevice(new HostId("h"));
    queue = new QueueId(new ApplicationId("h:" + lab.pathOf(place)), device.lun());
    lab.foreignWrite(place, Part.READ_IOPS, 5_000);
    adapter = new LivingAdapter(stateDir, LEASE);
  }

  @AfterEach
  void stop() throws Exception {
    if (adapter != null) {
      adapter.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  private Throttle held() throws Exception {
    return lab.target().read(place);
  }

  private void limit() throws Exception {
    Outcome outcome = adapter.limit(queue, device.domain(), 1_000);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(held()).isEqualTo(OURS);
  }

  private void eventually(Throttle expected) throws Exception {
    Eventually.is(expected, this::held);
  }

  @Test
  void aKilledAdapterIsLetGoForByItsGuardian() throws Exception {
    adapter.close();
    adapter = new LivingAdapter(stateDir, LONG_LEASE); // the lease is not what lets go
    limit();
    adapter.handle().destroyForcibly();

    eventually(BEFORE);
  }

  @Test
  void anAdapterThatIsStartedAnewFindsItsLimitsInForce() throws Exception {
    adapter.close();
    adapter = new LivingAdapter(stateDir, LONG_LEASE);
    limit();
    adapter.leave(stateDir);
    assertThat(held()).as("nobody is there").isEqualTo(OURS);

    adapter = new LivingAdapter(stateDir, LONG_LEASE);
    assertThat(status().limitsInForce()).as("that it was told").isZero();
    assertThat(held()).isEqualTo(OURS);
    limit();
    adapter.close();
    assertThat(held()).isEqualTo(BEFORE);
  }

  @Test
  void whatIsLeftAndNobodyTakesOverIsLetGoByTheGuardian() throws Exception {
    limit();
    adapter.leave(stateDir);
    eventually(BEFORE);
    assertThat(stateDir.resolve("journal")).doesNotExist();
  }

  @Test
  void aSuspendedAdapterIsLetGoForAndFindsItsSessionOver() throws Exception {
    limit();
    AdapterStatus before = status();
    Shell.run("kill", "-STOP", Long.toString(adapter.handle().pid()));
    try {
      eventually(BEFORE);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(adapter.handle().pid()));
    }
    adapter.await(
        AdapterStatus.class,
        beat -> beat.domain().equals(device.domain()) && !beat.session().equals(before.session()));
    assertThat(held()).isEqualTo(BEFORE);
    limit(); // and it enforces again, with a guardian of its own
  }

  private AdapterStatus status() throws InterruptedException {
    return adapter.await(AdapterStatus.class, beat -> beat.domain().equals(device.domain()));
  }

  @Test
  void withoutWordTheLeaseEnds() throws Exception {
    limit();
    adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.RELEASED);

    assertThat(held()).isEqualTo(BEFORE);
  }

  @Test
  void aStoppedAdapterLetsGoFirst() throws Exception {
    limit();
    adapter.close();

    assertThat(held()).isEqualTo(BEFORE);
    assertThat(stateDir.resolve("journal")).doesNotExist();
  }

  @Test
  void aForeignWriteIsAConflictAndStays() throws Exception {
    adapter.close();
    adapter = new LivingAdapter(stateDir, LONG_LEASE);
    limit();
    lab.foreignWrite(place, Part.READ_IOPS, 77);
    Outcome outcome =
        adapter.await(Outcome.class, found -> found.state() == Outcome.State.CONFLICT);

    assertThat(outcome.cause()).contains("riops=77");
    Eventually.is(Throttle.NONE.with(Part.READ_IOPS, 77), this::held); // ours is taken away
    assertThat(adapter.limit(queue, device.domain(), 500).state())
        .isEqualTo(Outcome.State.CONFLICT);
    adapter.close();
    assertThat(held()).isEqualTo(Throttle.NONE.with(Part.READ_IOPS, 77));
  }

  @Test
  void theKillSwitchWorksWithALivingAndWithASuspendedAdapter() throws Exception {
    limit();
    assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString(), "--json"))).isZero();
    assertThat(held()).isEqualTo(BEFORE);
    assertThat(adapter.limit(queue, device.domain(), 1_000).state())
        .isEqualTo(Outcome.State.REFUSED);
    assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString(), "--resume"))).isZero();

    limit();
    Shell.run("kill", "-STOP", Long.toString(adapter.handle().pid()));
    try {
      assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString()))).isZero();
      assertThat(held()).isEqualTo(BEFORE);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(adapter.handle().pid()));
    }
  }

  @Test
  void aSecondAdapterIsKeptOut() throws Exception {
    status();
    Process second = LivingAdapter.start(stateDir, LEASE);

    assertThat(second.waitFor()).isEqualTo(EnvironmentException.EXIT_CODE);
    assertThat(Files.readString(stateDir.resolve("adapter.log")))
        .contains("another adapter (process " + adapter.handle().pid() + ")");
  }

  @Test
  void aSecondAdapterIsKeptOutWithAStateDirectoryOfItsOwnToo(@TempDir Path other) throws Exception {
    status();
    Process second = LivingAdapter.start(other, LEASE);

    assertThat(second.waitFor()).isEqualTo(EnvironmentException.EXIT_CODE);
    assertThat(Files.readString(other.resolve("adapter.log")))
        .contains("another adapter (process " + adapter.handle().pid() + ") drives cgroup-v");
  }

  @Test
  void aKilledGuardianIsReplacedAndWhatItGuardsStays() throws Exception {
    limit();
    ProcessHandle first = guardian().orElseThrow();
    first.destroyForcibly();
    long deadline = System.nanoTime() + Eventually.PATIENCE.toNanos();
    while (guardian().filter(next -> next.pid() != first.pid()).isEmpty()
        && System.nanoTime() < deadline) {
      adapter.renew(device.domain(), status());
    }
    assertThat(guardian()).isPresent();
    assertThat(held()).isEqualTo(OURS);
    adapter.handle().destroyForcibly();
    eventually(BEFORE);
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 95})
  @Tag("slow")
  void readsAndWritesInTurnGetTheLimitOfBoth(int readPercent) throws Exception {
    limit();
    Process load =
        new ProcessBuilder(
                "sh",
                "-c",
                ("echo $$ > %s/cgroup.procs; exec fio --name=a --filename=%s --rw=randrw"
                        + " --rwmixread=%d --bs=4k --direct=1 --time_based --runtime=30 --minimal")
                    .formatted(place.object(), lab.device(), readPercent))
            .redirectErrorStream(true)
            .redirectOutput(stateDir.resolve("fio.log").toFile())
            .start();
    renewFor(PARTS_FOLLOW_MIX);
    ProcessorLoad processors = ProcessorLoad.start();
    long from = System.nanoTime();
    double passed = -passedIos();
    renewFor(MEASURED);
    passed += passedIos();
    double rate = passed * 1e9 / (System.nanoTime() - from);
    load.destroy();
    load.waitFor();
    System.out.printf(Locale.ROOT, "%d %% reads: %.0f of 1000%n", readPercent, rate);
    assertThat(rate).isLessThanOrEqualTo(1_050);
    if (rate < 900) {
      processors.fellShort("only %.0f of 1000 pass".formatted(rate));
    }
  }

  private void renewFor(Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      adapter.renew(device.domain(), status());
    }
  }

  private double passedIos() throws Exception {
    Counters counters = lab.target().observe(place);
    return counters.readIos() + counters.writeIos();
  }

  private Optional<ProcessHandle> guardian() {
    return adapter.handle().children().filter(ProcessHandle::isAlive).findFirst();
  }

  @Test
  void aDeviceThatIsReplacedLosesOurLimit() throws Exception {
    limit();
    lab.changeDevice(place);
    assertThat(lab.target().presence(place)).isEqualTo(Presence.DEVICE_CHANGED);

    eventually(Throttle.NONE);
  }
}
