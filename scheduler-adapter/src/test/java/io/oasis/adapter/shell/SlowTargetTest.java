package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that 300 changes at a target that takes 50 ms for each hold up neither heartbeats nor
 * leases, and that what lets go does not wait behind them. In virtual time: while the target's
 * thread writes, 50 ms pass for the loop.
 */
class SlowTargetTest {
  private static final int QUEUES = 300;
  private static final Duration WRITE = Duration.ofMillis(50);

  @TempDir Path stateDir;
  private final Queue<Runnable> hands = new ArrayDeque<>();
  private final List<Integer> heartbeats = new ArrayList<>();
  private boolean besideTheLoop = true;
  private World world;
  private int writes;
  private int letGoAt = Integer.MAX_VALUE;

  @BeforeEach
  void start() throws Exception {
    world = new World(stateDir, this::hand);
    for (int i = 0; i < QUEUES; i++) {
      world.appear("q" + i, 100 + i);
    }
    pass(Duration.ofSeconds(2));
    for (int i = 0; i < QUEUES; i++) {
      world.deliver(world.setting("q" + i, 1, i + 1, 1_000));
    }
    world.target.slow(this::besideAWrite);
  }

  private void hand(Runnable job) {
    if (besideTheLoop) {
      hands.add(job);
    } else {
      job.run();
    }
  }

  /** The target's thread has nothing else to do. */
  private void pass(Duration duration) {
    for (Duration end = world.time().plus(duration); world.time().compareTo(end) < 0; ) {
      world.pass(Duration.ofMillis(100));
      work();
    }
  }

  private void work() {
    for (Runnable job = hands.poll(); job != null; job = hands.poll()) {
      job.run();
    }
  }

  private void besideAWrite() {
    writes++;
    if (writes % 100 == 0) {
      world.deliver(world.renewal(new Version(9, writes), world.session()));
    }
    if (writes == letGoAt) {
      world.deliver(world.setting("q0", new Version(9, 5_000), world.session(), Optional.empty()));
    }
    world.passOnce(WRITE);
    heartbeats.add((int) world.sent.stream().filter(AdapterStatus.class::isInstance).count());
  }

  @Test
  void heartbeatsAndLeasesGoOnBesideThem() {
    pass(Duration.ofSeconds(1));

    assertThat(world.target.limits()).hasSize(QUEUES);
    assertThat(writes).isGreaterThanOrEqualTo(QUEUES);
    int secondsWritten = (int) (writes * WRITE.toMillis() / 1_000);
    assertThat(heartbeats.getLast() - heartbeats.getFirst())
        .as("heartbeats in %s s", secondsWritten)
        .isBetween(secondsWritten - 2, secondsWritten + 1);
    assertThat(world.outcomes())
        .as("a lease of %s was renewed meanwhile", World.LEASE)
        .allMatch(outcome -> outcome.state() == Outcome.State.WRITTEN);
  }

  /** Its first write has been asked for, and is done when the loop lets go of it. */
  @Test
  void whatMayBeTouchedNoLongerIsLetGoOfThoughItIsNotWrittenYet() {
    world.turn();
    assertThat(hands).isNotEmpty();
    world.reach(Reach.of(List.of(), List.of("*")));
    world.turn();
    pass(Duration.ofSeconds(2));

    assertThat(world.target.limits()).isEmpty();
  }

  @Test
  void whatLetsGoDoesNotWaitBehindThem() {
    letGoAt = 100;
    world.turn();
    work();

    int released =
        heartbeats.size() - 1 - world.target.history().lastIndexOf(world.place("q0").object());
    assertThat(world.target.read(world.place("q0"))).isEqualTo(Throttle.NONE);
    assertThat(world.target.history().lastIndexOf(world.place("q0").object()))
        .as("its release is one of the next writes, not the last: %s later", released)
        .isBetween(99, 120);
  }

  /** What is being written while the host was looked at is not taken for what nobody claims. */
  @Test
  void whatIsUnderwayIsNotSweptAway() {
    world.turn();
    work();
    world.deliver(world.setting("a", 10, 1, 1_000));
    world.deliver(world.setting("b", 10, 2, 1_000));
    world.passOnce(Duration.ofSeconds(1));
    work();
    assertThat(world.target.limits()).hasSize(QUEUES + 2);
  }

  /** Only the newest wish for a place waits. */
  @Test
  void whatIsOvertakenIsNeverWritten() {
    world.turn();
    for (int i = 0; i < QUEUES; i++) {
      world.deliver(world.setting("q" + i, 2, i + 1, 2_000));
    }
    world.turn();
    work();

    assertThat(world.target.limits().values())
        .hasSize(QUEUES)
        .containsOnly(Throttle.ofEach(1_000, 1_000, 0, 0));
    assertThat(world.target.history()).hasSize(QUEUES);
  }

  /** Better no limit than one that nobody watches. */
  @Test
  void aDefectAtTheTargetEndsTheAdapterAndLetsGoOfEverything() {
    world.turn();
    world.target.slow(
        () -> {
          if (world.target.history().size() == 5) {
            throw new IllegalStateException("a defect");
          }
        });
    assertThatThrownBy(this::work).hasMessage("a defect");
    assertThat(world.target.limits()).hasSize(5);
    assertThatThrownBy(world::turn).hasMessage("a defect at the target");

    besideTheLoop = false;
    world.stop();
    assertThat(world.target.limits()).isEmpty();
  }
}
