package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.CausalLaw;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Request;
import io.oasis.protocol.Version;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows that a host that makes up names takes nothing from others: three hosts share a device; the
 * same run, with and without what the third makes up, gives the others the same.
 */
class MadeUpNamesTest {

  /** What a host may say in a second. */
  private static final int RECORDS_PER_SECOND = 1_000;

  /** Other hosts' grants move by less than this part. */
  private static final double MOST_MOVED = 0.01;

  /** Its one stream under ten thousand names, which add up to what it does. */
  @Test
  void oneStreamUnderTenThousandNames() {
    moveNobody(
        60,
        (model, _) -> {
          List<Request> made = names(10_000, 0.1, 0.01);
          ThreeHosts.names(model, "serial:test2", made);
        });
  }

  @Test
  void tenThousandNamesThatClaimAllOfIt() {
    moveNobody(
        60,
        (model, _) -> {
          List<Request> made = names(10_000, 500, 32);
          ThreeHosts.names(model, "serial:test2", made);
          ThreeHosts.lun(model, "serial:test2", 5e6, 320_000);
        });
  }

  @Test
  void madeUpLuns() {
    moveNobody(
        60,
        (model, at) -> {
          for (int i = 0; i < RECORDS_PER_SECOND; i++) {
            String lun = "made-up" + (at * 500 + i);
            ThreeHosts.names(model, lun, List.of(ThreeHosts.request("q" + i, 1e9, 1e6)));
            ThreeHosts.lun(model, lun, 1e9, 1e6);
          }
        });
  }

  /**
   * Slow enough that nobody calls it a flood, and with I/O: one stream becomes sixty. What others
   * are to have stays; how exactly sixty small ones are held to their part is the law's.
   */
  @Test
  void aNewNameASecondThatTakesAPartOfTheOldOnesIo() {
    ThreeHosts site = new ThreeHosts();
    double before = targetsOfOthers(site.model);
    double[] sum = {0};
    site.run(
        300,
        at -> {
          if (at < 60) {
            ModelDomain.App deep =
                site.model.apps.values().stream().skip(2).findFirst().orElseThrow();
            ModelDomain.App made =
                new ModelDomain.App(ThreeHosts.BAD, "slow" + at, new LunId("serial:test2"), 1, 0);
            site.model.apps.put(made.queue, made);
            deep.depth--;
          }
          sum[0] += targetsOfOthers(site.model);
        });
    assertThat(weight(site.model, "")).isLessThan(2.01);
    assertThat(sum[0] / 300).isGreaterThan((1 - MOST_MOVED) * before);
  }

  private static List<Request> names(int count, double iops, double outstanding) {
    return IntStream.range(0, count)
        .mapToObj(i -> ThreeHosts.request("q" + i, iops, outstanding))
        .toList();
  }

  private static double targetsOfOthers(ModelDomain model) {
    return model.view().queues().stream()
        .filter(queue -> !queue.queue().application().value().startsWith(ThreeHosts.BAD))
        .mapToDouble(queue -> queue.share().target().iops().perSecond())
        .sum();
  }

  @Test
  void versionsThatNobodyGave() {
    moveNobody(
        60,
        (model, at) -> {
          for (int i = 0; i < RECORDS_PER_SECOND; i++) {
            Version version = new Version(10L + at * RECORDS_PER_SECOND + i, 1);
            ThreeHosts.beat(model, "made-up" + i % 100, version);
            ThreeHosts.outcome(model, "q" + i, version);
          }
        });
  }

  /** Also after the manager was started again. */
  @Test
  void aSuccessorKnowsWhatHostsHad() {
    ThreeHosts site = new ThreeHosts();
    site.run(60, _ -> {});
    site.model.succeed();
    site.run(20, _ -> {});
    double before = targetsOfOthers(site.model);
    List<Request> made = names(60, 100, 5);
    site.run(20, _ -> ThreeHosts.names(site.model, "serial:test2", made));
    assertThat(weight(site.model, "q59")).isBetween(0.03, 0.034);
    assertThat(targetsOfOthers(site.model)).isGreaterThan((1 - MOST_MOVED) * before);
  }

  /** The operator knows what a host has to do. */
  @Test
  void aWeightThatAnOperatorGaveCountsAsItIs() {
    ThreeHosts site = new ThreeHosts();
    GuardRail rail =
        new GuardRail(
            Scope.APPLICATION,
            ThreeHosts.BAD + ":/q1",
            Optional.of(1.0),
            Optional.empty(),
            Optional.empty(),
            false);
    site.model.rails(
        new GuardRails(
            ModelDomain.DOMAIN,
            1,
            site.model.now,
            Mode.ENFORCE,
            CausalLaw.NAME,
            List.of(rail),
            List.of()));
    site.run(
        10,
        _ ->
            ThreeHosts.names(
                site.model,
                "serial:test2",
                List.of(
                    ThreeHosts.request("q0", 100, 5),
                    ThreeHosts.request("q1", 100, 5),
                    ThreeHosts.request("q2", 100, 5))));
    assertThat(weight(site.model, "q1")).isEqualTo(1);
    assertThat(weight(site.model, "q2")).isBetween(0.5, 0.51);
  }

  /** What a host had that has gone is there for who takes over its applications. */
  @Test
  void whoTakesOverFromAHostThatHasGoneHasWhatThatHad() {
    ThreeHosts site = new ThreeHosts();
    site.model.apps.values().stream()
        .filter(app -> app.queue.application().value().startsWith("h1"))
        .forEach(
            app -> {
              app.depth = 0;
              app.silent = true;
            });
    site.run(70, _ -> {});
    site.run(
        10,
        _ ->
            ThreeHosts.names(
                site.model,
                "serial:test2",
                List.of(ThreeHosts.request("a", 100, 5), ThreeHosts.request("b", 100, 5))));
    assertThat(weight(site.model, "b")).isEqualTo(1);
  }

  /** Of all that begin so. */
  private static double weight(ModelDomain model, String name) {
    return model.view().queues().stream()
        .filter(
            queue -> queue.queue().application().value().startsWith(ThreeHosts.BAD + ":/" + name))
        .mapToDouble(queue -> queue.weight())
        .sum();
  }

  @Test
  void aHundredThousandRecordsOfAllKinds() {
    flood(100_000);
  }

  @Test
  @Tag("deep")
  void aMillionRecordsOfEachKind() {
    flood(1_000_000);
  }

  /** As many requests, reports, outcomes, statuses and usages each, at the rate that is heard. */
  private void flood(int records) {
    SplittableRandom random = new SplittableRandom(7);
    ModelDomain model =
        moveNobody(
            records / RECORDS_PER_SECOND,
            (at, _) -> {
              for (int i = 0; i < RECORDS_PER_SECOND; i++) {
                double amount = Math.pow(10, random.nextDouble(-3, 11));
                String name = "q" + random.nextInt(50_000);
                String lun =
                    random.nextBoolean() ? "serial:test2" : "made-up" + random.nextInt(5_000);
                ThreeHosts.names(at, lun, List.of(ThreeHosts.request(name, amount, amount / 100)));
                ThreeHosts.lun(at, lun, amount, amount / 50);
                Version version = new Version(random.nextLong(1L << 30), random.nextInt(1_000));
                ThreeHosts.beat(at, "made-up" + random.nextInt(5_000), version);
                ThreeHosts.outcome(at, name, version);
                ThreeHosts.usage(at, name, amount);
              }
            });
    assertThat(model.view().queues()).hasSizeLessThan(10_010);
  }

  private interface Attack {
    void before(ModelDomain model, int interval);
  }

  private ModelDomain moveNobody(int intervals, Attack attack) {
    ThreeHosts calm = new ThreeHosts();
    calm.run(intervals, _ -> {});
    ThreeHosts attacked = new ThreeHosts();
    attacked.run(intervals, i -> attack.before(attacked.model, i));
    calm.sums.forEach(
        (id, sum) -> {
          if (!id.application().value().startsWith(ThreeHosts.BAD)) {
            assertUnmoved(id + " got", attacked.sums.get(id), sum);
            assertUnmoved(id + " was granted", attacked.granted.get(id), calm.granted.get(id));
          }
        });
    assertThat(attacked.model.view().enforcement().findings())
        .flatExtracting(found -> found.findings())
        .anySatisfy(finding -> assertThat(finding.cause()).contains("host " + ThreeHosts.BAD));
    return attacked.model;
  }

  private static void assertUnmoved(String what, double attacked, double calm) {
    assertThat(Math.abs(attacked / calm - 1))
        .as("%s: %.1f instead of %.1f", what, attacked, calm)
        .isLessThan(MOST_MOVED);
  }
}
