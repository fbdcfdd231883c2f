package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows the limits exact: steady, after changes, set again and again, and with late wake-ups. */
class LimiterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 5 * SECOND;

  private final Session session = new Session(0, "limited", Terms.standard());

  @ParameterizedTest
  @CsvSource({"100, 0", "333, 1", "1000, 0.3", "5000, 0", "5000, 1"})
  void iopsOfABackloggedQueueAreExactOverTenThousandIos(int iops, double writePart) {
    session.setTerms(Terms.standard().withLimits(iops, 0));
    VirtualBrick brick = brick();
    VirtualBrick.Application load = brick.start(session, 32, 4096, false);
    load.writePart = writePart;
    brick.runUntil(START);
    long before = load.completed;
    brick.runUntil(START + 10_000 * SECOND / iops);
    assertThat((double) load.completed - before).isCloseTo(10_000, within(10.0));
  }

  @ParameterizedTest
  @CsvSource({"10, 0", "50, 0.5", "200, 0", "200, 1"})
  void bytesPerSecondAreExactOverTenThousandIos(int mebibytes, double writePart) {
    session.setTerms(Terms.standard().withLimits(0, mebibytes * 1048576.0));
    VirtualBrick brick = brick();
    VirtualBrick.Application load = brick.start(session, 32, 65536, true);
    load.writePart = writePart;
    brick.runUntil(START);
    long before = load.completed;
    brick.runUntil(START + (long) (10_000.0 * 65536 / mebibytes / 1048576 * SECOND));
    assertThat((double) load.completed - before).isCloseTo(10_000, within(10.0));
  }

  @Test
  void aChangeSettlesWithinTwentyMillisecondsOrFiveIos() {
    Discipline discipline = DisciplineSpec.of(DisciplineSpec.Kind.NONE).create(0, new Random(1));
    session.setTerms(Terms.standard().withLimits(100, 0));
    VirtualBrick brick = new VirtualBrick(discipline, 32, io -> 20_000);
    VirtualBrick.Application load = brick.start(session, 64, 4096, false);
    brick.runUntil(START);
    for (int iops : new int[] {5000, 200, 2000, 100, 1000}) {
      session.setTerms(Terms.standard().withLimits(iops, 0));
      discipline.changed(session, brick.now);
      long before = load.completed;
      long settled = Math.max(20_000_000, 5 * SECOND / iops);
      brick.runUntil(brick.now + settled);
      double expected = settled / 1e9 * iops;
      assertThat((double) load.completed - before).isCloseTo(expected, within(2.0));
      brick.runUntil(brick.now + SECOND);
    }
  }

  @Test
  void settingTheSameLimitTenTimesASecondLetsNothingMoreThrough() {
    Discipline discipline = DisciplineSpec.of(DisciplineSpec.Kind.NONE).create(0, new Random(1));
    session.setTerms(Terms.standard().withLimits(1000, 0));
    VirtualBrick brick = new VirtualBrick(discipline, 32, io -> 20_000);
    VirtualBrick.Application load = brick.start(session, 32, 4096, false);
    brick.runUntil(START);
    long before = load.completed;
    for (int i = 1; i <= 100; i++) {
      brick.runUntil(START + i * SECOND / 10);
      discipline.changed(session, brick.now);
    }
    assertThat((double) load.completed - before).isCloseTo(10_000, within(10.0));
  }

  @Test
  void aPauseBuysNoMoreThanEightyMilliseconds() {
    RateGate gate = new RateGate(Terms.standard().withLimits(1000, 0), 0);
    Io io = new Io();
    io.set(session, false, 0, 4096);
    long now = 3600 * SECOND;
    int burst = 0;
    while (gate.releaseNanos() <= now) {
      gate.charge(io, now);
      burst++;
    }
    assertThat(burst).isBetween(80, 81);
  }

  @Test
  void wakingLateCostsNothing() {
    RateGate gate = new RateGate(Terms.standard().withLimits(5000, 0), 0);
    Io io = new Io();
    io.set(session, false, 0, 4096);
    Random late = new Random(7);
    int count = 0;
    for (long now = 0; now < 10 * SECOND; now += late.nextInt(2_000_000)) {
      while (gate.releaseNanos() <= now) {
        gate.charge(io, now);
        count++;
      }
    }
    assertThat(count).isBetween(50_000 - 15, 50_000 + 401);
  }

  private static VirtualBrick brick() {
    Discipline discipline = DisciplineSpec.of(DisciplineSpec.Kind.NONE).create(0, new Random(1));
    return new VirtualBrick(discipline, 32, io -> 20_000);
  }
}
