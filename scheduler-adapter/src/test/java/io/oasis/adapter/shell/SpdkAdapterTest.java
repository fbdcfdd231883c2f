package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.DoctorMain;
import io.oasis.adapter.doctor.Doctored;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.spdk.FakeSpdk;
import io.oasis.adapter.targets.spdk.SpdkClient;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows what an adapter process makes of an SPDK that holds steps of limits, has no time for
 * changes, hangs, answers half and is started again without limits, and that its limits go when it
 * is killed.
 */
@Tag("slow")
class SpdkAdapterTest {
  private static final Duration LEASE = Duration.ofSeconds(3);

  @TempDir Path stateDir;
  private FakeSpdk fake;
  private SpdkTarget target;
  private LivingAdapter adapter;
  private Place place;
  private QueueId queue;
  private DomainId domain;

  @BeforeEach
  void start() throws Exception {
    fake = new FakeSpdk(false);
    try (SpdkClient client = new SpdkClient(fake.address())) {
      client.ask("bdev_malloc_create", SpdkClient.parameters().put("name", "b"));
    }
    target = new SpdkTarget(List.of(fake.address()));
    place = target.place(fake.address(), "b");
    domain = new DomainId("spdk:h:" + fake.address());
    queue =
        new QueueId(
            new ApplicationId("h:bdev/b"), new LunId("spdk:h:" + fake.address() + "/bdev/b"));
    adapter = living(LEASE);
  }

  private LivingAdapter living(Duration lease) throws Exception {
    return new LivingAdapter(stateDir, lease, "--target", "spdk:" + fake.address());
  }

  @AfterEach
  void stop() throws Exception {
    adapter.close();
    target.close();
    fake.close();
  }

  private void limit() throws Exception {
    Outcome outcome = adapter.limit(queue, domain, 2_700);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(outcome.applied().orElseThrow().iops().orElseThrow().perSecond()).isEqualTo(3_000);
  }

  private void eventuallyFree() throws Exception {
    Eventually.is(Throttle.NONE, () -> target.read(place));
  }

  @Test
  void aLimitIsRoundedUpAndNotSentAgain() throws Exception {
    limit();
    assertThat(target.read(place)).isEqualTo(Throttle.ofBoth(3_000, 0));
    int sets = fake.bdevs().sets();
    limit(); // the same again, in another version
    assertThat(fake.bdevs().sets()).isEqualTo(sets);
  }

  /** An aggressor that could not be limited to 639 would be free. */
  @Test
  void oneBelowTheStepIsHeldAtTheStepAndInBytesOnceTheSizeOfIosIsKnown() throws Exception {
    Outcome outcome = adapter.limit(queue, domain, 639);
    assertThat(outcome.state()).as(outcome.cause()).isEqualTo(Outcome.State.WRITTEN);
    assertThat(outcome.applied().orElseThrow().iops().orElseThrow().perSecond()).isEqualTo(1_000);
    assertThat(outcome.cause()).contains("639").contains("held at 1000");

    AdapterStatus status = adapter.await(AdapterStatus.class, beat -> beat.domain().equals(domain));
    Eventually.is(
        Throttle.ofBoth(1_000, 3 << 20),
        () -> {
          adapter.renew(domain, status);
          Counters passed = fake.bdevs().counted("b");
          fake.bdevs().count("b", passed.plus(new Counters(60, 0, 60 * 4_096, 0)));
          return target.read(place);
        });
  }

  /** What waits enters at the pace of limits that rise; then there is none any more. */
  @Test
  void oneThatIsLetGoIsRaisedInStepsBefore() throws Exception {
    limit();
    int sets = fake.bdevs().sets();
    adapter.ask(queue, domain, Optional.empty());
    adapter.await(Outcome.class, found -> found.state() == Outcome.State.RELEASED);
    assertThat(fake.bdevs().sets() - sets).isBetween(3, 4);
    eventuallyFree();
  }

  @Test
  void aKilledAdapterIsLetGoForByItsGuardian() throws Exception {
    limit();
    adapter.handle().destroyForcibly();
    eventuallyFree();
  }

  /** Also where the other one took the limit away, and once nothing is left to restore. */
  @ParameterizedTest
  @ValueSource(longs = {5_000, 0})
  void theDoctorNamesALimitThatAnotherClientWroteOver(long iops) throws Exception {
    adapter.close();
    adapter = living(Eventually.PATIENCE);
    limit();
    try (SpdkClient client = new SpdkClient(fake.address())) {
      client.ask(
          "bdev_set_qos_limit",
          SpdkClient.parameters().put("name", "b").put("rw_ios_per_sec", iops));
    }
    adapter.await(Outcome.class, found -> found.state() == Outcome.State.CONFLICT);
    Eventually.is(true, () -> Journal.leftovers(stateDir).isEmpty());

    assertThat(target.read(place)).isEqualTo(Throttle.ofBoth(iops, 0));
    String state = stateDir.toString();
    String socket = fake.address().text();
    for (List<String> asked :
        List.of(
            List.of("--state-dir", state, "--target", "spdk", "--socket", socket),
            List.of("--state-dir", state))) {
      assertThat(Doctored.about(Doctored.glance(asked.toArray(String[]::new)), "bdev/b"))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.verdict()).isEqualTo(Finding.Verdict.CONFLICT);
                assertThat(finding.where().target()).isEqualTo(SpdkTarget.KIND);
                assertThat(finding.cause()).contains("somebody else");
                assertThat(finding.mend()).contains("out of ENFORCE");
              });
    }
    List<String> command =
        List.of("--state-dir", state, "--target", "spdk", "--socket", socket, "--seconds", "3");
    assertThat(DoctorMain.run(command)).isEqualTo(1);
  }

  @Test
  void aStormOfRefusalsIsStuckWithTheCauseUntilItEnds() throws Exception {
    fake.bdevs().busy(6);
    Outcome stuck = adapter.limit(queue, domain, 2_700);
    assertThat(stuck.state()).isEqualTo(Outcome.State.STUCK);
    assertThat(stuck.cause()).contains("idle");
    adapter.await(Outcome.class, found -> found.state() == Outcome.State.WRITTEN);

    assertThat(target.read(place)).isEqualTo(Throttle.ofBoth(3_000, 0));
  }

  @Test
  void oneThatHungIsLetGoOnceItAnswers() throws Exception {
    isLetGoOnceItAnswers(fake::hang);
  }

  @Test
  void oneThatAnsweredHalfIsLetGoOnceItAnswers() throws Exception {
    isLetGoOnceItAnswers(fake::halve);
  }

  private void isLetGoOnceItAnswers(Consumer<Boolean> trouble) throws Exception {
    limit();
    trouble.accept(true);
    adapter.await(Outcome.class, found -> found.state() == Outcome.State.STUCK);
    trouble.accept(false);
    eventuallyFree();
  }

  @Test
  void oneThatIsStartedAgainWithoutLimitsIsAnotherAndCanBeLimitedAgain() throws Exception {
    limit();
    fake.restart();
    adapter.await(Outcome.class, found -> found.state() == Outcome.State.RELEASED);
    place = target.place(fake.address(), "b");
    limit();
    assertThat(target.read(place)).isEqualTo(Throttle.ofBoth(3_000, 0));
  }
}
