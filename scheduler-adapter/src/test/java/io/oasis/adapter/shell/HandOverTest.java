package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what becomes of limits that one adapter leaves to the next. */
class HandOverTest {
  private static final Throttle OURS = limit(100);

  @TempDir private Path directory = Path.of("");

  private World world;

  private static Throttle limit(long iops) {
    return Throttle.NONE.with(Part.READ_IOPS, iops).with(Part.WRITE_IOPS, iops);
  }

  @BeforeEach
  void limitThenLeave() throws Exception {
    world = new World(directory);
    world.now(world.setting("a", 1, 1, 200));
    world.pass(Duration.ofSeconds(5));
    assertThat(held("a")).isEqualTo(OURS);
    world.leave();
  }

  private Throttle held(String name) throws Exception {
    return world.target.read(world.place(name));
  }

  @Test
  void theyStayUntilTheirLeaseEndsAndNoLonger() throws Exception {
    world.takeOver();
    world.pass(Duration.ofSeconds(9));
    assertThat(held("a")).isEqualTo(OURS);
    world.pass(Duration.ofSeconds(2));
    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(world.journaled()).isEmpty();
  }

  @Test
  void theManagerGoesOnWithThem() throws Exception {
    world.takeOver();
    world.now(world.setting("a", 2, 1, 300));
    assertThat(world.lastOutcome("a").state()).isEqualTo(Outcome.State.WRITTEN);
    world.pass(Duration.ofSeconds(12));
    assertThat(held("a")).as("under a lease of its own").isEqualTo(limit(150));
    world.pass(Duration.ofSeconds(5));
    assertThat(held("a")).as("what was there before any adapter").isEqualTo(Throttle.NONE);
  }

  @Test
  void theManagerLetsGoOfThem() throws Exception {
    world.takeOver();
    world.now(world.setting("a", new Version(2, 1), world.session(), Optional.empty()));
    assertThat(world.lastOutcome("a").state()).isEqualTo(Outcome.State.RELEASED);
    assertThat(held("a")).isEqualTo(Throttle.NONE);
  }

  @Test
  void whatIsSaidOfOneQueueIsNotSaidOfAnother() throws Exception {
    world.takeOver();
    world.now(world.setting("b", 2, 1, 300));
    world.pass(Duration.ofSeconds(11));
    assertThat(held("a")).isEqualTo(Throttle.NONE);
    assertThat(held("b")).isEqualTo(limit(150));
  }

  @Test
  void anAdapterThatIsToldToStopLetsGoOfThem() throws Exception {
    world.takeOver();
    world.stop();
    world.restorer().restore(directory); // as its guardian does, whose journal is not empty
    assertThat(held("a")).isEqualTo(Throttle.NONE);
  }

  @Test
  void theKillSwitchLetsGoOfThem() throws Exception {
    world.takeOver();
    world.marker().set();
    world.pass(Duration.ofSeconds(2));
    assertThat(held("a")).isEqualTo(Throttle.NONE);
  }

  @Test
  void itIsAskedForOnceAndEndsByTheTimeThatTheMachineIsUp() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    HandOver.Running[] machine = {up("a", 60)};
    HandOver handOver = new HandOver(state, () -> machine[0]);
    assertThat(handOver.isWanted()).isFalse();
    Files.createFile(state.resolve(HandOver.WANTED));
    assertThat(handOver.isWanted()).isTrue();
    assertThat(handOver.isWanted()).isFalse();

    assertThat(handOver.take()).isEmpty();
    assertThat(handOver.leave(Duration.ofSeconds(9))).isTrue();
    machine[0] = up("a", 64);
    assertThat(handOver.take()).contains(Duration.ofSeconds(5));
    assertThat(handOver.take()).isEmpty();

    assertThat(handOver.leave(Duration.ofSeconds(9))).isTrue();
    machine[0] = up("a", 73);
    assertThat(handOver.take()).as("too late").isEmpty();

    assertThat(handOver.leave(Duration.ofSeconds(9))).isTrue();
    machine[0] = up("b", 20);
    assertThat(handOver.take()).as("of another boot").isEmpty();

    Files.writeString(state.resolve("hand-over"), "b");
    assertThat(handOver.take()).as("torn").isEmpty();
  }

  private static HandOver.Running up(String boot, long seconds) {
    return new HandOver.Running(boot, Duration.ofSeconds(seconds));
  }
}
