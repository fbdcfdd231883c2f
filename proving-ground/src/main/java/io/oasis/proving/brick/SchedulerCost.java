package io.oasis.proving.brick;

import io.oasis.brick.discipline.Discipline;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Io;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * What a discipline costs per I/O: arrival, dispatch and completion, with so many sessions that all
 * have something waiting, in a device time that passes by itself.
 */
final class SchedulerCost {
  private static final int IOS = 400_000;
  private static final int PER_SESSION = 2;
  private static final int DEPTH = 32;

  private SchedulerCost() {}

  /** Nanoseconds per I/O, the better of two runs. */
  static double nanosPerIo(DisciplineSpec.Kind kind, int sessions) {
    run(kind, sessions, IOS / 4);
    return Math.min(run(kind, sessions, IOS), run(kind, sessions, IOS));
  }

  private static double run(DisciplineSpec.Kind kind, int sessions, int ios) {
    RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(1);
    Discipline discipline = DisciplineSpec.of(kind).withDepth(DEPTH).create(0, random);
    long now = 0;
    for (int i = 0; i < sessions; i++) {
      Terms terms =
          Terms.standard()
              .withShare(1 + i % 7)
              .withReserve(i % 3 == 0 ? 10.0 / sessions : 0)
              .withLatencyNanos(1_000_000);
      Session session = new Session(i, "s" + i, terms.withPool("p" + i % 10));
      discipline.join(session, now);
      for (int j = 0; j < PER_SESSION; j++) {
        Io io = new Io();
        io.set(session, false, random.nextInt(1 << 20) * 8192L, 4096);
        discipline.arrive(io, now);
      }
    }
    ArrayDeque<Io> atDevice = new ArrayDeque<>();
    long began = System.nanoTime();
    int done = 0;
    while (done < ios) {
      for (Io io = discipline.next(now); io != null; io = discipline.next(now)) {
        atDevice.add(io);
      }
      Io io = atDevice.poll();
      now += 10_000;
      if (io == null) {
        now = Math.max(now, discipline.wakeNanos());
        continue;
      }
      discipline.complete(io, now);
      io.set(io.session(), false, random.nextInt(1 << 20) * 8192L, 4096);
      discipline.arrive(io, now);
      done++;
    }
    return (System.nanoTime() - began) / (double) ios;
  }
}
