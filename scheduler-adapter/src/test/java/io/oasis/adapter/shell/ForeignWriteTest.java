package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome.State;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that whoever writes between two looks of the adapter is not written over either. */
class ForeignWriteTest {
  private static final Throttle THEIRS = Throttle.ofEach(77, 500, 0, 0);

  @TempDir Path stateDir;
  private final Queue<Runnable> hands = new ArrayDeque<>();
  private World world;

  @BeforeEach
  void start() throws Exception {
    world = new World(stateDir, hands::add);
    turn(); // it looks at the host, and then not for a second
    turn(world.setting("a", 1, 1, 1_000), world.setting("b", 1, 2, 1_000));
  }

  /** All of them are heard before the target's thread does anything. */
  private void turn(Message... messages) {
    List.of(messages).forEach(world::deliver);
    world.turn();
    for (Runnable job = hands.poll(); job != null; job = hands.poll()) {
      job.run();
    }
    world.turn();
  }

  private Throttle held() {
    return world.target.read(world.place("b"));
  }

  private void letGo(long sequence) {
    turn(world.setting("b", new Version(1, sequence), world.session(), Optional.empty()));
  }

  /** Both are read, then the journal is forced, then the first is written, then the second. */
  @Test
  void whoWritesBetweenTheLookAndTheWriteStays() {
    world.target.slow(
        () -> {
          if (world.target.history().getLast().equals(world.place("a").object())) {
            world.target.set(world.place("b"), THEIRS);
          }
        });
    turn(world.setting("a", 1, 3, 2_000), world.setting("b", 1, 4, 2_000));

    assertThat(world.lastOutcome("b").state()).isEqualTo(State.CONFLICT);
    assertThat(held().get(Throttle.Part.READ_IOPS)).isEqualTo(77);
    assertThat(world.lastOutcome("a").state()).isEqualTo(State.WRITTEN);
  }

  @Test
  void whoWroteBeforeItWasLetGoIsToldAndStaysUntilItIsLetGoAgain() {
    world.target.set(world.place("b"), THEIRS);
    letGo(3);

    assertThat(world.lastOutcome("b").state()).isEqualTo(State.CONFLICT);
    assertThat(world.lastOutcome("b").cause()).contains("take the domain out of ENFORCE");
    turn(world.setting("b", 1, 4, 2_000));
    assertThat(held()).isEqualTo(Throttle.ofEach(77, 0, 0, 0));
    assertThat(world.lastOutcome("b").state()).isEqualTo(State.CONFLICT);

    letGo(5);
    assertThat(world.lastOutcome("b").state()).isEqualTo(State.RELEASED);
    turn(world.setting("b", 1, 6, 2_000));
    assertThat(held()).isEqualTo(Throttle.ofEach(1_000, 1_000, 0, 0));
  }
}
