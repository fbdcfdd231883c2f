package io.oasis.manager.core.harm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HarmRail;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows that enforcement is demoted when it makes throughput or a tenant's p99 worse, with the
 * figures, and that nothing the tenants do by themselves demotes it.
 */
class HarmGuardTest {
  private static final int SHADOW = 300;

  /** What a tenant does: a function of time, and of whether it is limited. */
  private interface Load {
    /** Completions per second, and their latency in microseconds. */
    double[] at(int interval, boolean limited);
  }

  /** Tenants under a guard that is obeyed. */
  private static final class Domain {
    final HarmGuard guard = new HarmGuard();
    final List<Tenant> tenants = new ArrayList<>();
    final List<Load> loads = new ArrayList<>();
    final HarmRail rail;
    boolean enforced;
    boolean limited;
    int interval;
    int trials;
    Optional<String> demoted = Optional.empty();

    Domain(HarmRail rail) {
      this.rail = rail;
    }

    Domain with(Load load) {
      tenants.add(new Tenant(QueueId.parse("h:tenant-" + tenants.size() + "|lun")));
      loads.add(load);
      return this;
    }

    void enforce() {
      enforced = true;
      limited = true;
    }

    void run(int intervals) {
      for (int end = interval + intervals; interval < end; interval++) {
        for (int i = 0; i < tenants.size(); i++) {
          double[] did = loads.get(i).at(interval, limited);
          tenants.get(i).did(did[0], did[0], did[0], did[0] * 4_096, did[1]);
        }
        switch (guard.interval(enforced, limited, tenants, rail)) {
          case Advice.GoOn() -> {}
          case Advice.LetGo(String why) -> {
            trials += why.contains("to see whether") ? 1 : 0;
            limited = false;
          }
          case Advice.PutBack _ -> limited = true;
          case Advice.Demote(String why) -> {
            demoted = Optional.of(why);
            enforced = false;
            limited = false;
          }
        }
      }
    }
  }

  private static Domain shadowed(HarmRail rail, Load... loads) {
    Domain domain = new Domain(rail);
    for (Load load : loads) {
      domain.with(load);
    }
    domain.run(SHADOW);
    return domain;
  }

  /** Limits cost three tenths of what there is. */
  private static Domain harmedByLimits() {
    return shadowed(
        HarmRail.DEFAULT,
        (_, limited) -> did(limited ? 400 : 700, 1_000),
        (_, _) -> did(300, 1_000));
  }

  private static double[] did(double iops, double micros) {
    return new double[] {iops, micros};
  }

  @Test
  void lostThroughputDemotesWithTheFigures() {
    Domain domain = harmedByLimits();
    domain.enforce();
    domain.run(300);

    assertThat(domain.demoted.orElseThrow())
        .contains("throughput is 700 cost/s; without limits it was 1000")
        .contains("with and without limits in turn: 700, 1000, 700, 1000, 700, 1000");
    assertThat(domain.guard.phase()).isEqualTo(Phase.LEARNING);
    domain.run(3_000);
    assertThat(domain.trials).as("demoted once and for all").isEqualTo(1);
  }

  @Test
  void aTrialThatIsBrokenOffHasNoResultAndAnotherOneComes() {
    Domain domain = harmedByLimits();
    domain.enforce();
    while (domain.trials == 0) {
      domain.run(1);
    }
    domain.guard.interrupt(domain.tenants);
    domain.limited = true;
    assertThat(domain.guard.phase()).isEqualTo(Phase.WATCHING);
    domain.run(60);
    assertThat(domain.demoted).isEmpty();
    assertThat(domain.trials).isEqualTo(1);
    domain.run(300);
    assertThat(domain.trials).isEqualTo(2);
    assertThat(domain.demoted).isPresent();
  }

  @Test
  void aTenantsLongerTailDemotesAndNamesIt() {
    Domain domain =
        shadowed(
            HarmRail.DEFAULT,
            (_, _) -> did(900, 2_000),
            (i, limited) -> did(50, limited && i % 10 == 0 ? 40_000 : 2_000));
    domain.enforce();
    domain.run(500);

    assertThat(domain.demoted.orElseThrow())
        .contains("the p99 latency of h:tenant-1|lun is 43.1 ms; without limits it was 1.9 ms")
        .containsPattern("intervals above 2.4 ms: \\d+ of \\d+ with limits, 0 of \\d+ without");
  }

  @Test
  void whoGivesUpWhatItHadTooMuchOfMayWaitLonger() {
    Domain domain = shadowed(HarmRail.DEFAULT, (_, limited) -> did(limited ? 500 : 1_000, 9_000));
    domain.with((_, limited) -> did(limited ? 450 : 0.5, 1_000)); // starved until now
    domain.loads.set(0, (_, limited) -> did(limited ? 500 : 1_000, limited ? 64_000 : 9_000));
    domain.enforce();
    domain.run(2_000);

    assertThat(domain.demoted).isEmpty();
    assertThat(domain.trials).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0.20, 0.85, false", "0.10, 0.85, true", "0.20, 0.70, true", "1, 0.01, false"})
  void theGuardRailSaysHowMuchMayBeLost(double mostLoss, double kept, boolean demoted) {
    Domain domain =
        shadowed(
            new HarmRail(mostLoss, 0.5), (_, limited) -> did(limited ? 1_000 * kept : 1_000, 900));
    domain.enforce();
    domain.run(400);

    assertThat(domain.demoted.isPresent()).isEqualTo(demoted);
  }

  @Test
  void withoutABaselineNothingIsJudged() {
    Domain domain = new Domain(HarmRail.DEFAULT).with((_, _) -> did(100, 90_000));
    domain.enforce();
    domain.run(2_000);

    assertThat(domain.trials).isZero();
  }

  /** Steps, rhythms and random walks that know nothing of limits; each with its own latency. */
  private static Load ofItsOwn(SplittableRandom random) {
    double rate = random.nextDouble(50, 1_000);
    int kind = random.nextInt(4);
    int period = random.nextInt(7, 200);
    int step = random.nextInt(SHADOW, 3_000);
    double factor = random.nextDouble(0.05, 3);
    SplittableRandom noise = random.split();
    double[] walk = {1};
    return (i, _) -> {
      walk[0] = Math.clamp(walk[0] * (1 + 0.03 * (noise.nextDouble() - 0.5)), 0.2, 5);
      double shape =
          switch (kind) {
            case 0 -> i < step ? 1 : factor;
            case 1 -> i % period < period / 2 ? 1 : 0.05;
            case 2 -> walk[0];
            default -> 1;
          };
      double iops = rate * shape * (0.9 + 0.2 * noise.nextDouble());
      double slow = noise.nextInt(50) == 0 ? 8 : 1;
      return did(iops, 1_000 * slow * (i < step ? 1 : factor));
    };
  }

  @Test
  void whatTenantsDoByThemselvesDemotesNobodyAndDoesNotMakeItFlap() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Domain domain = new Domain(HarmRail.DEFAULT);
      int tenants = random.nextInt(1, 6);
      for (int i = 0; i < tenants; i++) {
        domain.with(ofItsOwn(random));
      }
      domain.run(SHADOW);
      domain.enforce();
      domain.run(5_000);

      assertThat(domain.demoted).as("seed %d", seed).isEmpty();
      assertThat(domain.trials).as("trials, seed %d", seed).isLessThanOrEqualTo(4);
      assertThat(domain.limited || domain.guard.phase() == Phase.TRIAL_WITHOUT_LIMITS).isTrue();
    }
  }
}
