package io.oasis.lab.zoo.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.host.Tally;
import io.oasis.lab.host.Worker;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.site.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each model of a device does what can be worked out by hand. */
class ZooDeviceTest {
  private static final int SECONDS = 400;

  private static Site site(String device, String... stages) {
    StringBuilder applications = new StringBuilder();
    for (int i = 0; i < stages.length; i++) {
      applications.append(
          "%s{\"name\":\"a%d\",\"stages\":[%s]}".formatted(i == 0 ? "" : ",", i, stages[i]));
    }
    Scenario scenario =
        ScenarioReader.text(
            "{\"seconds\":%d,\"devices\":[%s],\"applications\":[%s]}"
                .formatted(SECONDS, device, applications),
            "test",
            "test");
    return new Site(scenario, Enforcement.HOST, 1);
  }

  private static Tally ran(Site site, int application) {
    site.world().runUntil(SECONDS);
    return site.places().get(application).worker().tally();
  }

  private static double rate(Tally tally) {
    return tally.completed() / (double) SECONDS;
  }

  private static double millis(Tally tally) {
    return tally.latencySeconds() * 1e3 / tally.completed();
  }

  /** Pollaczek-Khinchine: the mean time in an M/G/1 queue at a load of rho. */
  @ParameterizedTest
  @CsvSource({"fixed,500,1.5", "fixed,800,3.0", "exponential,500,2.0", "uniform:0.6,500,1.56"})
  void anOpenLoopWaitsAsQueueingTheorySays(String spread, int perSecond, double millis) {
    String device = "{\"read\":{\"micros\":1000,\"spread\":\"%s\"}}".formatted(spread);
    Site site = site(device, "{\"open\":{\"perSecond\":%d,\"poisson\":true}}".formatted(perSecond));
    assertThat(millis(ran(site, 0))).isCloseTo(millis, withPercentage(5));
  }

  /** Little: rate = depth / latency. */
  @ParameterizedTest
  @CsvSource({"1,1,1000", "32,1,1000", "32,16,16000", "4,16,4000"})
  void aClosedLoopHasItsDepthByTheLatency(int depth, int servers, int rate) {
    Site site =
        site("{\"servers\":%d}".formatted(servers), "{\"closed\":{\"depth\":%d}}".formatted(depth));
    Tally tally = ran(site, 0);
    assertThat(rate(tally)).isCloseTo(rate, withPercentage(0.1));
    assertThat(millis(tally)).isCloseTo(depth * 1e3 / rate, withPercentage(0.1));
  }

  /** Two of depths 6 and 2 on one server: the device is shared by depth. */
  @Test
  void inOrderOfArrivalDepthDecides() {
    Site site = site("{}", "{\"closed\":{\"depth\":6}}", "{\"closed\":{\"depth\":2}}");
    assertThat(rate(ran(site, 0))).isCloseTo(750, withPercentage(1));
  }

  /** A closed loop of one that thinks 3 ms for an I/O of 1 ms does 250 a second. */
  @Test
  void thinkingCountsAsTime() {
    Site site = site("{}", "{\"closed\":{\"depth\":1,\"thinkMillis\":3}}");
    assertThat(rate(ran(site, 0))).isCloseTo(250, withPercentage(1));
  }

  @ParameterizedTest
  @CsvSource({"1,4096,1,0,1000", "0,4096,1,0,200", "0.5,4096,1,0,333.3", "1,4096,4,1,4000"})
  void directionAndSequenceHaveTheirCost(
      double reads, int bytes, double gain, double sequential, double rate) {
    Site site =
        site(
            "{\"write\":{\"micros\":5000},\"sequentialGain\":%s}".formatted(gain),
            "{\"closed\":{\"depth\":4},\"bytes\":%d,\"reads\":%s,\"sequential\":%s}"
                .formatted(bytes, reads, sequential));
    assertThat(rate(ran(site, 0))).isCloseTo(rate, withPercentage(1));
  }

  /** 1 ms and 1 MiB at 1 MiB in 4 ms. */
  @Test
  void bytesTakeTime() {
    Site site =
        site(
            "{\"read\":{\"micros\":1000,\"bytesPerSecond\":262144000}}",
            "{\"closed\":{},\"bytes\":1048576}");
    assertThat(rate(ran(site, 0))).isCloseTo(200, withPercentage(0.1));
  }

  /** At depth 8 it is twice as quick, at depth 1 as it is; half way in between. */
  @ParameterizedTest
  @CsvSource({"1,1000", "8,2000", "32,2000", "4,1428.6"})
  void aDeviceThatCanChooseIsQuicker(int depth, double rate) {
    Site site =
        site(
            "{\"order\":\"elevator\",\"depthGain\":{\"at\":8,\"gain\":2}}",
            "{\"closed\":{\"depth\":%d}}".formatted(depth));
    assertThat(rate(ran(site, 0))).isCloseTo(rate, withPercentage(0.5));
  }

  /** While one small I/O waits no large one is served: the small ones have the device. */
  @Test
  void theShortestFirstStarvesTheLongest() {
    String device =
        "{\"order\":\"shortest-first\",\"read\":{\"micros\":500,\"bytesPerSecond\":1e8}}";
    Site site =
        site(
            device,
            "{\"closed\":{\"depth\":2},\"bytes\":4096}",
            "{\"closed\":{\"depth\":8},\"bytes\":65536}");
    assertThat(rate(ran(site, 1))).isLessThan(1);
  }

  /** The elevator goes up: of two far places, each is served in turn, whoever waits more. */
  @Test
  void theElevatorServesByPlace() {
    Site site =
        site(
            "{\"order\":\"elevator\"}",
            "{\"closed\":{\"depth\":1},\"sequential\":1}",
            "{\"closed\":{\"depth\":1},\"sequential\":1}");
    assertThat(rate(ran(site, 0))).isCloseTo(rate(ran(site, 1)), withPercentage(1));
  }

  /** A fifth of the time it stands still. */
  @Test
  void stallsTakeTheirPartOfTheTime() {
    Site site = site("{\"stalls\":[{\"every\":10,\"for\":2}]}", "{\"closed\":{\"depth\":4}}");
    assertThat(rate(ran(site, 0))).isCloseTo(800, withPercentage(1));
  }

  /** 1.005^-1 a second for 200 s, then as it is: e-fold is known. */
  @Test
  void driftIsCompounded() {
    Site site =
        site(
            "{\"drift\":{\"perSecond\":-0.005,\"from\":0,\"to\":200}}",
            "{\"closed\":{\"depth\":4}}");
    Worker worker = site.places().getFirst().worker();
    site.world().runUntil(300);
    long before = worker.tally().completed();
    site.world().runUntil(400);
    double end = StrictMath.pow(0.995, 200) * 1_000;
    assertThat((worker.tally().completed() - before) / 100.0).isCloseTo(end, withPercentage(0.5));
  }

  /** Over whole waves the mean rate is the steady one, over half a wave 2 / pi of the part more. */
  @Test
  void aWaveSwingsRoundTheSpeed() {
    Site site = site("{\"wave\":{\"part\":0.4,\"seconds\":40}}", "{\"closed\":{\"depth\":4}}");
    Worker worker = site.places().getFirst().worker();
    site.world().runUntil(20);
    double half = worker.tally().completed() / 20.0;
    assertThat(half).isCloseTo(1_000 * (1 + 0.4 * 2 / StrictMath.PI), withPercentage(1));
    assertThat(rate(ran(site, 0))).isCloseTo(1_000, withPercentage(1));
  }

  /** 10,000 at 200 us, with 100 a second added meanwhile, and then 100 a second of the rest. */
  @Test
  void aWriteCacheFills() {
    Site site =
        site(
            "{\"write\":{\"micros\":1000},\"writeCache\":{\"ios\":10000,\"refillPerSecond\":100,"
                + "\"micros\":200}}",
            "{\"closed\":{\"depth\":4},\"reads\":0}");
    Worker worker = site.places().getFirst().worker();
    site.world().runUntil(2);
    assertThat(worker.tally().completed() / 2.0).isCloseTo(5_000, withPercentage(0.1));
    site.world().runUntil(200);
    long before = worker.tally().completed();
    site.world().runUntil(400);
    // Of a second, 100 x 0.2 ms are cached and the rest, 980 ms, are not.
    double rate = (worker.tally().completed() - before) / 200.0;
    assertThat(rate).isCloseTo(1_080, withPercentage(0.5));
  }

  /** 6,000 at 333 us last for little more than 2 s. */
  @Test
  void creditsRunOut() {
    Site site =
        site(
            "{\"credits\":{\"ios\":6000,\"refillPerSecond\":0,\"micros\":333}}",
            "{\"closed\":{\"depth\":4}}");
    assertThat((double) ran(site, 0).completed())
        .isCloseTo(6_000 + (SECONDS - 6_000 * 333e-6) * 1_000, withPercentage(0.1));
  }

  /** The device knows of two: the third, though lower, waits outside. */
  @Test
  void whatIsBeyondTheQueueWaitsInOrder() {
    Site site =
        site(
            "{\"order\":\"shortest-first\",\"queue\":1,\"read\":{\"micros\":500,"
                + "\"bytesPerSecond\":1e8}}",
            "{\"closed\":{\"depth\":1},\"bytes\":4096}",
            "{\"closed\":{\"depth\":1},\"bytes\":65536}");
    assertThat(rate(ran(site, 0))).isCloseTo(rate(ran(site, 1)), withPercentage(1));
  }

  /** A kernel's slices: ten times a second as much as a tenth of the limit, and none between. */
  @Test
  void underAKernelsLimitIosComeInSlices() {
    Site site = site("{\"servers\":64}", "{\"closed\":{\"depth\":32}}");
    LabHost.Place place = site.places().getFirst();
    place.throttle(Throttle.ofEach(200, 0, 0, 0));
    site.world().runUntil(10.05);
    long before = place.worker().tally().completed();
    site.world().runUntil(10.09);
    assertThat(place.worker().tally().completed()).isEqualTo(before);
    site.world().runUntil(10.15);
    assertThat(place.worker().tally().completed()).isEqualTo(before + 20);
    assertThat(place.held()).isEqualTo(32);
  }
}
