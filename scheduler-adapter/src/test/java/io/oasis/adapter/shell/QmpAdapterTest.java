package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.ReleaseMain;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.qmp.Qemu;
import io.oasis.adapter.targets.qmp.QmpTarget;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the real qemu-storage-daemon that an adapter process limits the queue that its file
 * names, and that what was there before comes back when it is killed, suspended or told to by hand.
 */
@Tag("slow")
class QmpAdapterTest {
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Throttle BEFORE = Throttle.ofBoth(5_000, 0);
  private static final Throttle OURS = Throttle.ofBoth(1_000, 0);
  private static final QueueId QUEUE =
      new QueueId(new ApplicationId("guest:/db"), new LunId("wwid:7"));
  private static final DomainId DOMAIN = new DomainId("array");

  @TempDir Path stateDir;
  private Qemu qemu;
  private QmpTarget target;
  private Place place;
  private LivingAdapter adapter;

  @BeforeEach
  void start() throws Exception {
    Qemu.need("qemu-storage-daemon", "qemu-system-common");
    qemu =
        Qemu.storageDaemon(
            "--object", "throttle-group,id=g,limits.iops-total=5000",
            "--blockdev", "null-co,node-name=disk,size=67108864",
            "--blockdev", "throttle,node-name=t,throttle-group=g,file=disk");
    target = new QmpTarget(List.of(qemu.monitor()), _ -> Optional.empty());
    place = QmpTarget.node(qemu.monitor(), "t");
    Path queues = stateDir.resolve("queues");
    Files.writeString(queues, "# places and their queues\nnode/t guest:/db wwid:7 array\n");
    adapter =
        new LivingAdapter(
            stateDir, LEASE, "--target", "qmp:" + qemu.monitor(), "--queues", queues.toString());
  }

  @AfterEach
  void stop() throws Exception {
    if (adapter != null) {
      adapter.close();
    }
    if (qemu != null) {
      qemu.close();
    }
  }

  private Throttle held() throws Exception {
    return new QmpTarget(List.of(), _ -> Optional.empty()).read(place);
  }

  private void limit() throws Exception {
    Outcome outcome = adapter.limit(QUEUE, DOMAIN, 1_000);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(held()).isEqualTo(OURS);
  }

  private void eventuallyAsBefore() throws Exception {
    Eventually.is(BEFORE, this::held);
  }

  @Test
  void aKilledAdapterIsLetGoForByItsGuardian() throws Exception {
    limit();
    adapter.handle().destroyForcibly();
    eventuallyAsBefore();
  }

  @Test
  void aSuspendedAdapterIsLetGoForAndFindsItsSessionOver() throws Exception {
    limit();
    Shell.run("kill", "-STOP", Long.toString(adapter.handle().pid()));
    try {
      eventuallyAsBefore();
    } finally {
      Shell.run("kill", "-CONT", Long.toString(adapter.handle().pid()));
    }
    adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.RELEASED);
    // Every interval, as a manager does: the new guardian waits for the old one.
    Eventually.is(
        OURS,
        () -> {
          adapter.limit(QUEUE, DOMAIN, 1_000);
          return held();
        });
  }

  @Test
  void theLeaseEndsAndTheKillSwitchWorks() throws Exception {
    limit();
    eventuallyAsBefore();
    limit();
    assertThat(ReleaseMain.run(List.of("--state-dir", stateDir.toString()))).isZero();
    assertThat(held()).isEqualTo(BEFORE);
  }

  @Test
  void aForeignWriteIsAConflictAndStays() throws Exception {
    limit();
    target.apply(place, OURS, Throttle.ofBoth(77, 0));
    Outcome outcome =
        adapter.await(Outcome.class, found -> found.state() == Outcome.State.CONFLICT);

    assertThat(outcome.cause()).contains("iops=77");
    adapter.close();
    assertThat(held()).isEqualTo(Throttle.ofBoth(77, 0));
  }

  @Test
  void oneThatIsSuspendedIsStuckAndLetGoOnceItAnswers() throws Exception {
    limit();
    Shell.run("kill", "-STOP", Long.toString(qemu.process().pid()));
    try {
      adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.STUCK);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(qemu.process().pid()));
    }
    eventuallyAsBefore();
    limit();
  }

  @Test
  void oneThatIsStartedAgainIsAnotherAndCanBeLimitedAgain() throws Exception {
    limit();
    qemu.restart();
    adapter.await(Outcome.class, found -> found.state() == Outcome.State.RELEASED);
    place = QmpTarget.node(qemu.monitor(), "t");

    assertThat(held()).isEqualTo(BEFORE);
    limit();
  }
}
