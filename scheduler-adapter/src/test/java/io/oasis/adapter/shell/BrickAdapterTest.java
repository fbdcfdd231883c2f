package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.ReleaseMain;
import io.oasis.adapter.targets.BrickLab;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on a brick that an adapter process holds limits and cache partitions, and that what was
 * there before comes back when it is stopped, killed, suspended, or told to by hand; and what it
 * makes of a brick that is stopped or started again.
 */
@Tag("slow")
class BrickAdapterTest {
  private static final Throttle BEFORE = Throttle.ofBoth(5_000, 0);
  private static final Throttle OURS = Throttle.ofBoth(1_000, 0);
  private static final long MIB = 1 << 20;

  @TempDir Path stateDir;
  private BrickLab lab;
  private LivingAdapter adapter;
  private Place place;
  private QueueId queue;
  private QueueId other;
  private DomainId domain;

  @BeforeEach
  void start() throws Exception {
    lab =
        new BrickLab(
            "--device.main.cache-bytes", "6M",
            "--export.a.cache-bytes", "4M",
            "--export.b.cache-bytes", "2M");
    place = lab.place("a");
    BrickNames names = new BrickNames(new HostId("h"), lab.control());
    queue = new QueueId(names.application("a"), names.lun("v"));
    other = new QueueId(names.application("b"), names.lun("v"));
    domain = names.domain("main");
    lab.foreignWrite(place, Part.IOPS, 5_000);
    adapter = new LivingAdapter(stateDir, BrickLab.LEASE, "--target", "brick:" + lab.control());
  }

  @AfterEach
  void stop() throws Exception {
    if (adapter != null) {
      adapter.close();
    }
    lab.close();
  }

  private Throttle held() throws TargetException {
    return lab.target().read(place);
  }

  private void limit() throws Exception {
    Outcome outcome = adapter.limit(queue, domain, 1_000);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(held()).isEqualTo(OURS);
  }

  private List<Long> partitions() throws Exception {
    try (BrickClient client = new BrickClient(lab.control())) {
      return BrickReading.of(client).caches().getFirst().partitions().stream()
          .map(BrickReading.Partition::sizeBytes)
          .toList();
    }
  }

  private void divide() throws Exception {
    CacheReport report = adapter.await(CacheReport.class, found -> found.domain().equals(domain));
    assertThat(report.partitions().stream().map(CacheReport.Partition::queue))
        .containsExactly(queue, other);
    adapter.divide(
        report,
        List.of(
            new CacheSetting.Size(queue, 1 * MIB + 5), new CacheSetting.Size(other, 5 * MIB - 5)));
    Eventually.is(List.of(MIB, 5 * MIB - 4_096), this::partitions);
  }

  @Test
  void aKilledAdapterIsLetGoForByTheBrick() throws Exception {
    limit();
    divide();
    adapter.handle().destroyForcibly();

    Eventually.is(BEFORE, this::held);
    Eventually.is(List.of(4 * MIB, 2 * MIB), this::partitions);
  }

  @Test
  void reserveAndWeightAreHeldUnderTheSameLease() throws Exception {
    lab.foreignWrite(place, Part.SHARE, 2_000);
    Throttle before = BEFORE.with(Part.SHARE, 2_000);
    Outcome outcome = adapter.limit(queue, domain, 1_000, 300, 4);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(held()).isEqualTo(OURS.with(Part.RESERVE, 300).with(Part.SHARE, 4_000));
    adapter.limit(queue, domain, 1_000, 200, 1);
    assertThat(held()).as("the limit is the same").isEqualTo(OURS.with(Part.RESERVE, 200));
    adapter.handle().destroyForcibly();

    Eventually.is(before, this::held);
  }

  @Test
  void aSuspendedAdapterIsLetGoForAndFindsItsSessionOver() throws Exception {
    limit();
    Shell.run("kill", "-STOP", Long.toString(adapter.handle().pid()));
    try {
      Eventually.is(BEFORE, this::held);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(adapter.handle().pid()));
    }
    adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.RELEASED);
    assertThat(held()).isEqualTo(BEFORE);
    limit();
  }

  @Test
  void withoutWordTheLeaseEnds() throws Exception {
    limit();
    divide();

    Eventually.is(BEFORE, this::held);
    Eventually.is(List.of(4 * MIB, 2 * MIB), this::partitions);
  }

  @Test
  void aStoppedAdapterLetsGoFirst() throws Exception {
    limit();
    divide();
    adapter.close();

    assertThat(held()).isEqualTo(BEFORE);
    assertThat(partitions()).containsExactly(4 * MIB, 2 * MIB);
    assertThat(stateDir.resolve("journal")).doesNotExist();
  }

  @Test
  void aForeignWriteIsAConflictAndStays() throws Exception {
    limit();
    lab.foreignWrite(place, Part.IOPS, 77);
    Outcome outcome =
        adapter.await(Outcome.class, found -> found.state() == Outcome.State.CONFLICT);

    assertThat(outcome.cause()).contains("iops=77");
    adapter.close();
    assertThat(held()).isEqualTo(Throttle.ofBoth(77, 0));
  }

  @Test
  void theKillSwitchWorksWithALivingAndWithASuspendedAdapter() throws Exception {
    limit();
    assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString()))).isZero();
    assertThat(held()).isEqualTo(BEFORE);
    assertThat(adapter.limit(queue, domain, 1_000).state()).isEqualTo(Outcome.State.REFUSED);
    assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString(), "--resume"))).isZero();

    limit();
    divide();
    Shell.run("kill", "-STOP", Long.toString(adapter.handle().pid()));
    try {
      assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString()))).isZero();
      assertThat(held()).isEqualTo(BEFORE);
      assertThat(partitions()).containsExactly(4 * MIB, 2 * MIB);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(adapter.handle().pid()));
    }
  }

  @Test
  void aSuspendedBrickIsStuckAndLetGoOnceItAnswers() throws Exception {
    limit();
    Shell.run("kill", "-STOP", Long.toString(lab.process().pid()));
    try {
      adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.STUCK);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(lab.process().pid()));
    }
    Eventually.is(BEFORE, this::held);
    limit();
  }

  @Test
  void aBrickThatIsStartedAgainIsAnotherOneAndCanBeLimitedAgain() throws Exception {
    limit();
    place = lab.restart(place);
    Outcome outcome =
        adapter.await(Outcome.class, found -> found.state() == Outcome.State.RELEASED);

    assertThat(outcome.queue()).isEqualTo(queue);
    assertThat(held()).isEqualTo(Throttle.NONE);
    limit();
  }
}
