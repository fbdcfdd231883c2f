package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Finding.Verdict;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows in virtual time what an adapter tells of its limits: figures, verdict, cause and mend. */
class CheckupTest {
  @TempDir Path stateDir;
  private World world;
  private long sequence;

  @BeforeEach
  void start() throws Exception {
    world = new World(stateDir);
    renew();
  }

  private void renew() {
    world.now(world.setting("a", 1, ++sequence, 1_000));
  }

  /** Reads pass at this rate for so long; the manager goes on. */
  private void pass(int seconds, long readsPerSecond) {
    long reads = world.target.observe(world.place("a")).readIos();
    for (int i = 0; i < seconds; i++) {
      reads += readsPerSecond;
      world.target.count(world.place("a"), new Counters(reads, 0, 4_096 * reads, 0));
      renew();
      world.pass(Duration.ofSeconds(1));
    }
  }

  private Finding about(Part part) {
    return world.lastFindings().findings().stream()
        .filter(finding -> finding.where().limit().equals(part.label()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLimitThatBindsIsVerifiedAndOneThatNothingTestsIsPending() {
    pass(20, 1_000);

    Finding reads = about(Part.READ_IOPS);
    assertThat(reads.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(reads.queue()).contains(World.queue("a"));
    assertThat(reads.where().place()).isEqualTo("/cg/a");
    assertThat(reads.figures().desired()).contains(1_000L);
    assertThat(reads.figures().written()).contains(1_000L);
    assertThat(reads.figures().readBack()).contains(1_000L);
    assertThat(reads.figures().observed().orElseThrow()).isBetween(990.0, 1_010.0);
    assertThat(about(Part.WRITE_IOPS).verdict()).isEqualTo(Verdict.PENDING);
    Findings all = world.lastFindings();
    assertThat(all.limits()).isEqualTo(2);
    assertThat(all.verified()).isEqualTo(1);
    assertThat(all.wrong()).isZero();
  }

  @Test
  void whatPassesByIsSaidWithItsRate() {
    pass(12, 2_500);

    assertThat(about(Part.READ_IOPS).verdict()).isEqualTo(Verdict.INERT);
    assertThat(about(Part.READ_IOPS).cause()).contains("reads/s pass under a limit of 1000");
    assertThat(world.lastFindings().wrong()).isEqualTo(2);
  }

  @Test
  void whatACheckupFindsComesBeforeWhatPasses() {
    Fault layers = new Fault(Verdict.CONFLICT, "two layers", "keep one of them");
    world.faults = Map.of(world.place("a"), Map.of(Part.READ_IOPS, layers));
    pass(12, 500);

    assertThat(about(Part.READ_IOPS).verdict()).isEqualTo(Verdict.CONFLICT);
    assertThat(about(Part.READ_IOPS).mend()).isEqualTo("keep one of them");
    assertThat(world.lastFindings().findings().getFirst().where().limit()).isEqualTo("riops");
  }

  @Test
  void whatSomebodyElseWroteIsAConflictWithWhatIsThere() {
    pass(2, 100);
    world.target.set(world.place("a"), Throttle.ofEach(70, 500, 0, 0));
    pass(6, 70);

    Finding reads = about(Part.READ_IOPS);
    assertThat(reads.verdict()).isEqualTo(Verdict.CONFLICT);
    assertThat(reads.figures().desired()).isEqualTo(reads.figures().written());
    assertThat(reads.figures().readBack()).contains(70L);
    assertThat(reads.cause()).contains("somebody else wrote");
  }

  @Test
  void whenAllIsLetGoThatIsToldOnce() {
    pass(6, 100);
    world.now(world.setting("a", new Version(1, ++sequence), world.session(), Optional.empty()));
    world.pass(Duration.ofSeconds(6));

    assertThat(world.lastFindings().limits()).isZero();
    world.sent.clear();
    world.pass(Duration.ofSeconds(12));
    assertThat(world.sent).noneMatch(Findings.class::isInstance);
  }
}
