package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every discipline promises, on random arrivals, completions and changes; the seed is shown.
 */
class DisciplineContractTest {
  private static final int SESSIONS = 7;
  private static final int STEPS = 20_000;
  private static final int DEPTH = 5;

  private final List<Session> sessions = new ArrayList<>();
  private final Map<Session, ArrayDeque<Io>> waiting = new HashMap<>();
  private final List<Io> atDevice = new ArrayList<>();
  private final Set<Io> seen = new HashSet<>();
  private int arrived;

  @ParameterizedTest
  @EnumSource
  void everyIoComesOutOnceInOrderWithinTheDepthAndWithoutPolling(DisciplineSpec.Kind kind) {
    for (long seed = 1; seed <= 5; seed++) {
      new DisciplineContractTest().run(kind, seed, false);
    }
  }

  @ParameterizedTest
  @EnumSource
  void changingTheDisciplineWhileIoIsUnderWayLosesNothing(DisciplineSpec.Kind kind) {
    for (long seed = 11; seed <= 15; seed++) {
      new DisciplineContractTest().run(kind, seed, true);
    }
  }

  private void run(DisciplineSpec.Kind kind, long seed, boolean changing) {
    Random random = new Random(seed);
    DisciplineSpec spec = DisciplineSpec.of(kind).withDepth(DEPTH);
    Discipline discipline = spec.create(0, random);
    long now = 1_000_000_000L;
    for (int i = 0; i < SESSIONS; i++) {
      Session session = new Session(i, "s" + i, randomTerms(random));
      sessions.add(session);
      waiting.put(session, new ArrayDeque<>());
      discipline.join(session, now);
    }
    for (int step = 0; step < STEPS; step++) {
      now += random.nextInt(200_000);
      int what = random.nextInt(100);
      if (what < 48) {
        arrive(discipline, random, now);
      } else if (what < 97) {
        complete(discipline, random, now);
      } else if (what == 97) {
        Session session = sessions.get(random.nextInt(SESSIONS));
        session.setTerms(randomTerms(random));
        discipline.changed(session, now);
      } else if (changing && random.nextInt(20) == 0) {
        discipline = change(discipline, random, now);
      }
      take(discipline, now, seed);
      assertNothingMoreWithoutAnEvent(discipline, now, seed);
    }
    finish(discipline, now, random, seed);
  }

  private void arrive(Discipline discipline, Random random, long now) {
    Io io = new Io();
    Session session = sessions.get(random.nextInt(SESSIONS));
    io.set(session, random.nextBoolean(), random.nextInt(64) * 4096L, 4096 << random.nextInt(6));
    waiting.get(session).add(io);
    arrived++;
    discipline.arrive(io, now);
  }

  private void complete(Discipline discipline, Random random, long now) {
    if (!atDevice.isEmpty()) {
      discipline.complete(atDevice.remove(random.nextInt(atDevice.size())), now);
    }
  }

  private Discipline change(Discipline before, Random random, long now) {
    DisciplineSpec.Kind[] kinds = DisciplineSpec.Kind.values();
    DisciplineSpec.Kind kind = kinds[random.nextInt(kinds.length)];
    Discipline next = DisciplineSpec.of(kind).withDepth(DEPTH).create(before.outstanding(), random);
    sessions.forEach(session -> next.join(session, now));
    before.drain(io -> next.arrive(io, now));
    assertThat(before.queued()).isZero();
    return next;
  }

  private void take(Discipline discipline, long now, long seed) {
    for (Io io = discipline.next(now); io != null; io = discipline.next(now)) {
      assertThat(seen.add(io)).as("comes out once, seed %d", seed).isTrue();
      assertThat(waiting.get(io.session()).remove()).as("in order, seed %d", seed).isSameAs(io);
      atDevice.add(io);
      assertThat(atDevice.size()).as("within the depth, seed %d", seed).isLessThanOrEqualTo(DEPTH);
    }
    assertThat(discipline.outstanding()).isEqualTo(atDevice.size());
    assertThat(discipline.queued()).isEqualTo(arrived - seen.size());
  }

  private void assertNothingMoreWithoutAnEvent(Discipline discipline, long now, long seed) {
    long wake = discipline.wakeNanos();
    if (discipline.queued() > 0 && atDevice.isEmpty()) {
      assertThat(wake).as("somebody must wake it, seed %d", seed).isNotEqualTo(Discipline.NEVER);
    }
    assertThat(wake).as("it lies ahead, seed %d", seed).isGreaterThan(now);
    if (wake > now + 2 && wake != Discipline.NEVER) {
      assertThat(discipline.next(now + 1)).as("nothing before the wake, seed %d", seed).isNull();
    }
  }

  private void finish(Discipline discipline, long start, Random random, long seed) {
    long now = start;
    for (int i = 0; seen.size() < arrived || !atDevice.isEmpty(); i++) {
      assertThat(i).as("it ends, seed %d", seed).isLessThan(1_000_000);
      now = atDevice.isEmpty() ? Math.max(now + 1, discipline.wakeNanos()) : now + 100_000;
      complete(discipline, random, now);
      take(discipline, now, seed);
    }
  }

  private static Terms randomTerms(Random random) {
    double limit = random.nextInt(3) == 0 ? 50 + random.nextInt(5000) : 0;
    double reserve = random.nextBoolean() ? random.nextInt(50) : 0;
    return Terms.standard()
        .withShare(1 + random.nextInt(9))
        .withLimits(limit, random.nextInt(4) == 0 ? 1 << 22 : 0)
        .withReserve(reserve)
        .withLatencyNanos(1_000_000L * (1 + random.nextInt(100)))
        .withPool("pool" + random.nextInt(2));
  }
}
