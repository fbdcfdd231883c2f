package io.oasis.it;

import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.linux.ProcessorLoad;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.FioLoad;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Shows that the loop follows what changes under it, without being told: the array gets slower and
 * faster, the I/O becomes large and sequential, applications come and go.
 */
@Tag("slow")
@Tag("settling")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LoopIT {
  private static final double CAPACITY = 1_000;
  private static final double LESS = 600;
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration SETTLE = Duration.ofSeconds(20);
  private static final Duration GIVE_BACK = Services.INTERVAL.multipliedBy(5);

  /** Shares are measured over so long; fio reports once a second. */
  private static final Duration WINDOW = Duration.ofSeconds(4);

  private static final double FAIR = 0.9;

  private static Site site;
  private static FioApplication deep;
  private static FioApplication shallow;
  private static double alone;

  @BeforeAll
  static void start() {
    Needs.lab();
    site = Site.start(CAPACITY, LEASE);
    shallow = site.start("shallow", FioLoad.randomReads(2));
    Wait.pause(Duration.ofSeconds(4));
    alone = measured(shallow, Duration.ofSeconds(3));
    deep = site.start("deep", FioLoad.randomReads(32));
    site.enforce();
  }

  @AfterAll
  static void stop() {
    if (site != null) {
      site.close();
    }
  }

  @Test
  @Order(1)
  void findsTheCapacityAndSharesIt() {
    settled("start", CAPACITY, List.of(deep, shallow));
  }

  @Test
  @Order(2)
  void followsAnArrayThatGetsSlower() {
    site.lun().setCapacity(LESS);
    settled("-40 %", LESS, List.of(deep, shallow));
  }

  @Test
  @Order(3)
  void followsAnArrayThatGetsFasterAgain() {
    site.lun().setCapacity(CAPACITY);
    settled("back", CAPACITY, List.of(deep, shallow));
  }

  @Test
  @Order(4)
  void aThirdApplicationGetsItsShareAndGivesItBack() {
    FioApplication third = site.start("third", FioLoad.randomReads(8));
    settled("third", CAPACITY, List.of(deep, shallow, third));
    site.stop(third);
    ProcessorLoad load = ProcessorLoad.start();
    Wait.pause(GIVE_BACK);
    double total = measured(deep, WINDOW) + measured(shallow, WINDOW);
    System.out.printf(Locale.ROOT, "given back: total %.0f%n", total);
    SoftAssertions all = new SoftAssertions();
    all.assertThat(total)
        .as("the others use what the third gave back")
        .isGreaterThan(FAIR * CAPACITY);
    load.check(all);
  }

  @Test
  @Order(5)
  void followsSmallRandomThatBecomesLargeSequential() {
    site.stop(deep);
    site.stop(shallow);
    deep = site.start("deep", new FioLoad("read", 65_536, 32));
    shallow = site.start("shallow", new FioLoad("read", 65_536, 2));
    settled("64 KiB sequential", CAPACITY, List.of(deep, shallow));
  }

  /** After 20 s the truth is in the learned interval and every share is fair. */
  private static void settled(String what, double truth, List<FioApplication> applications) {
    ProcessorLoad load = ProcessorLoad.start();
    Wait.pause(SETTLE);
    SoftAssertions all = new SoftAssertions();
    judge(what, truth, applications, all);
    load.check(all);
  }

  private static void judge(
      String what, double truth, List<FioApplication> applications, SoftAssertions all) {
    LunWatch.Seen seen = site.history().last().orElseThrow();
    Wait.pause(WINDOW);
    all.assertThat(seen.knows(truth))
        .as(
            "%s: learned interval %.0f to %.0f contains %.0f",
            what, seen.lowerIops().orElse(0.0), seen.upperIops().orElse(0.0), truth)
        .isTrue();
    double fair = truth / applications.size();
    StringBuilder shares = new StringBuilder();
    for (FioApplication application : applications) {
      double mine = application == shallow ? Math.min(fair, alone) : fair;
      double got = last(application, WINDOW);
      shares.append(String.format(Locale.ROOT, " %s %.0f", application.name(), got));
      all.assertThat(got / mine)
          .as("%s: %s has its fair share of %.0f", what, application.name(), mine)
          .isGreaterThanOrEqualTo(FAIR);
    }
    System.out.printf(
        Locale.ROOT,
        "%s: learned %.0f to %.0f,%s%n",
        what,
        seen.lowerIops().orElse(0.0),
        seen.upperIops().orElse(0.0),
        shares);
  }

  private static double measured(FioApplication application, Duration window) {
    Wait.pause(window);
    return last(application, window);
  }

  private static double last(FioApplication application, Duration window) {
    long now = System.nanoTime();
    return application.window(now - window.toNanos(), now).iops();
  }
}
