package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.FioLoad;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that whatever is killed, limits are gone and what was there before is back within the lease
 * and one second, and that after a restart the loop comes to the fair shares again, without a jump.
 */
@Tag("slow")
class SurvivalIT {
  private static final double CAPACITY = 1_000;
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Duration SETTLE = Duration.ofSeconds(20);

  /** A service that starts needs so long before its first interval, on a loaded machine. */
  private static final Duration START = Duration.ofSeconds(90);

  /** From the promise, lease + 1 s, to when the test has seen it. */
  private static final Duration POLLING = Duration.ofMillis(300);

  /**
   * A limit begins at 0.6 of what its queue had in the last second, and falls to 0.7 of itself an
   * interval of a quarter of a second later. On a busy machine both are there before a look is.
   */
  private static final double TWO_STEPS = 0.6 * 0.7;

  /** Somebody's own limits from before, which hold nothing back here. */
  private static final long OLD_READ_IOPS = 4_000;

  private static final long OLD_WRITE_BPS = 209_715_200;

  private static Site site;
  private static FioApplication deep;
  private static FioApplication shallow;
  private static Throttles onDeep;
  private static Throttles onShallow;
  private static List<String> before;

  @BeforeAll
  static void start() {
    Needs.lab();
    Needs.cgroupV1();
    site = Site.start(CAPACITY, LEASE);
    onDeep = new Throttles(site.cgroup("deep"), site.lun().majorMinor());
    onShallow = new Throttles(site.cgroup("shallow"), site.lun().majorMinor());
    onDeep.write("read_iops", OLD_READ_IOPS);
    onShallow.write("write_bps", OLD_WRITE_BPS);
    before = site.limits();
    deep = site.start("deep", FioLoad.randomReads(32));
    shallow = site.start("shallow", FioLoad.randomReads(2));
    site.enforce();
  }

  @AfterAll
  static void stop() {
    if (site != null) {
      site.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "broker", "agent", "adapter"})
  void limitsGoAndComeBack(String victim) {
    assertConverges("before the " + victim + " dies");
    site.services().kill(victim);
    long killed = System.nanoTime();
    boolean restored =
        Wait.until(LEASE.plusSeconds(1).plus(POLLING), () -> site.limits().equals(before));
    double seconds = (System.nanoTime() - killed) / 1e9;
    System.out.printf(Locale.ROOT, "%s killed: limits gone after %.1f s%n", victim, seconds);
    assertThat(site.limits())
        .as("limits %.1f s after the %s died", seconds, victim)
        .isEqualTo(before);
    assertThat(restored).isTrue();
    site.services().startAgain(victim);
    assertNoJump(victim);
    assertConverges("after the " + victim + " came back");
  }

  /** The first new limits take no more away at once than two steps of the law. */
  private static void assertNoJump(String victim) {
    long[] first = new long[1];
    boolean limited =
        Wait.until(
            START,
            () -> {
              OptionalLong now = onDeep.read("read_iops");
              first[0] = now.orElse(OLD_READ_IOPS);
              return first[0] != OLD_READ_IOPS;
            });
    assertThat(limited).as("limited again after the %s came back", victim).isTrue();
    long now = System.nanoTime();
    double used = Math.min(usedBefore(now), usedBefore(now - Duration.ofSeconds(1).toNanos()));
    System.out.printf(Locale.ROOT, "%s back: %.0f used, first %d%n", victim, used, first[0]);
    assertThat((double) first[0])
        .as("first limit after the %s came back, %.0f used", victim, used)
        .isGreaterThanOrEqualTo(0.9 * TWO_STEPS * used);
  }

  /** In two seconds: which one the agent measured last is not known. */
  private static double usedBefore(long nanos) {
    return deep.window(nanos - Duration.ofSeconds(2).toNanos(), nanos).iops();
  }

  private static void assertConverges(String when) {
    double[] shares = new double[2];
    boolean fair =
        Wait.until(
            START.plus(SETTLE),
            () -> {
              long now = System.nanoTime();
              long from = now - Duration.ofSeconds(3).toNanos();
              shares[0] = deep.window(from, now).iops();
              shares[1] = shallow.window(from, now).iops();
              return onDeep.read("read_iops").orElse(OLD_READ_IOPS) != OLD_READ_IOPS
                  && shares[1] >= 0.9 * CAPACITY / 2
                  && shares[0] + shares[1] >= 0.95 * CAPACITY;
            });
    LunWatch.Seen seen = site.history().last().orElseThrow();
    assertThat(fair)
        .as(
            () ->
                String.format(
                    Locale.ROOT,
                    "%s: fair shares, deep %.0f shallow %.0f; learned %.0f to %.0f, limits %s%n%s",
                    when,
                    shares[0],
                    shares[1],
                    seen.lowerIops().orElse(0.0),
                    seen.upperIops().orElse(0.0),
                    site.limits(),
                    site.story()))
        .isTrue();
  }
}
