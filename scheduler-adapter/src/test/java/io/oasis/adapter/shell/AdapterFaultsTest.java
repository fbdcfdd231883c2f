package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows, with messages lost, doubled, reordered and late and with crashes in between, that after
 * every event: no limit outlives its lease, no limit is there that the journal on the disk does not
 * know, versions of a session only grow, and at the end everything is as it was before.
 */
class AdapterFaultsTest {
  private static final int EVENTS = 400;
  private static final Throttle BEFORE = Throttle.ofEach(5_000, 0, 0, 0);

  private record Late(Duration at, long order, Message message) {}

  @TempDir Path stateDir;

  private final PriorityQueue<Late> network =
      new PriorityQueue<>(
          (x, y) ->
              x.at().equals(y.at())
                  ? Long.compare(x.order(), y.order())
                  : x.at().compareTo(y.at()));
  private final Map<QueueId, Version> accepted = new HashMap<>();
  private Random random = new Random();
  private World world;
  private SessionId managersView = new SessionId("none");
  private SessionId acceptedIn = new SessionId("none");
  private long epoch = 1;
  private long sequence;
  private long order;
  private int seen;
  private Duration lastWord = Duration.ZERO;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void invariantsHoldWhateverHappens(long seed) throws Exception {
    random = new Random(seed);
    world = new World(stateDir);
    world.target.set(world.place("a"), BEFORE);
    for (int i = 0; i < EVENTS; i++) {
      event();
      check("seed " + seed + ", event " + i);
    }
    network.clear();
    world.target.fail(Optional.empty());
    Files.deleteIfExists(stateDir.resolve("journal.new"));
    world.pass(World.LEASE.plusSeconds(3));
    assertThat(world.target.limits())
        .as("seed %d", seed)
        .isEqualTo(Map.of(world.place("a"), BEFORE));
    assertThat(world.journaled()).isEmpty();
  }

  private void event() throws Exception {
    int dice = random.nextInt(100);
    if (dice < 50) {
      send();
    } else if (dice < 90) {
      pass(Duration.ofMillis(100 + random.nextInt(3_000)));
    } else if (dice < 92) {
      pass(World.LEASE); // the manager is silent
    } else if (dice < 94) {
      world.start(); // the adapter was killed
    } else if (dice < 95) {
      world.passWithoutAdapter(World.LEASE.plusSeconds(1)); // stopped; the guardian lets go
      world.restorer().restore(stateDir);
      world.turn();
    } else if (dice < 96) {
      world.marker().set();
      world.turn();
      world.marker().clear();
    } else if (dice < 97) {
      world.target.fail(
          random.nextBoolean() ? Optional.of("input/output error") : Optional.empty());
    } else if (dice < 98) {
      Path blocked = stateDir.resolve("journal.new");
      if (!Files.deleteIfExists(blocked)) {
        Files.createDirectory(blocked); // the journal cannot be made anew
      }
    } else {
      epoch++; // another manager takes over
      sequence = 0;
    }
    learn();
  }

  private void send() {
    sequence++;
    Version version = new Version(epoch, sequence);
    String name = random.nextBoolean() ? "a" : "b";
    int kind = random.nextInt(10);
    Message message =
        kind < 2
            ? world.renewal(version, managersView)
            : world.setting(
                name,
                version,
                managersView,
                kind == 2 ? Optional.empty() : Optional.of(1.0 + random.nextInt(3_000)));
    if (random.nextInt(10) == 0) {
      return; // lost
    }
    int copies = random.nextInt(8) == 0 ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      Duration delay = Duration.ofMillis(random.nextInt(5) == 0 ? random.nextInt(60_000) : 10);
      network.add(new Late(world.time().plus(delay), order++, message));
    }
  }

  private void pass(Duration duration) {
    for (Duration end = world.time().plus(duration); world.time().compareTo(end) < 0; ) {
      while (!network.isEmpty() && network.peek().at().compareTo(world.time()) <= 0) {
        lastWord = world.time();
        world.deliver(network.remove().message());
      }
      world.pass(Duration.ofMillis(100));
    }
  }

  /** The manager learns the session; outcomes of a session must have growing versions. */
  private void learn() {
    List<Message> fresh = world.sent.subList(seen, world.sent.size());
    for (Message message : fresh) {
      if (message instanceof AdapterStatus status) {
        managersView = status.session();
        if (status.highestVersion().epoch() > epoch) {
          epoch = status.highestVersion().epoch() + 1;
        }
      } else if (message instanceof OutcomeBatch batch) {
        batch.outcomes().forEach(outcome -> learn(batch.session(), outcome));
      }
    }
    seen = world.sent.size();
  }

  private void learn(SessionId session, Outcome outcome) {
    if (outcome.state() == Outcome.State.WRITTEN) {
      if (!session.equals(acceptedIn)) {
        acceptedIn = session;
        accepted.clear();
      }
      Version before = accepted.getOrDefault(outcome.queue(), Version.NONE);
      assertThat(outcome.version()).isGreaterThanOrEqualTo(before);
      accepted.put(outcome.queue(), outcome.version());
    }
  }

  private void check(String when) throws Exception {
    Map<Place, Throttle> held = world.target.limits();
    Map<Place, Throttle> foreign = Map.of(world.place("a"), BEFORE);
    held.forEach(
        (place, throttle) -> {
          if (!throttle.equals(foreign.get(place))) {
            assertThat(journaled()).as(when).contains(place);
          }
        });
    Duration silent = world.time().minus(lastWord);
    if (!failing() && silent.compareTo(World.LEASE.plusSeconds(2)) > 0) {
      assertThat(held).as(when + ": silent for " + silent).isEqualTo(foreign);
    }
  }

  private boolean failing() {
    try {
      Place probe = new Place("/probe", 1, world.place("a").device());
      world.target.put(probe, Throttle.NONE, Throttle.NONE);
      return false;
    } catch (io.oasis.adapter.targets.TargetException e) {
      return true;
    }
  }

  private List<Place> journaled() {
    try {
      return world.journaled();
    } catch (io.oasis.adapter.journal.JournalException e) {
      throw new AssertionError(e);
    }
  }
}
