package io.oasis.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.device.FixedRate;
import io.oasis.lab.loop.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The modelled throttles hold what the kernel's was measured to hold. */
class ThrottleTest {
  private static LabHost.Place place(World world, LabHost.Enforcement enforcement, Stage stage) {
    LabHost host = world.host("h", enforcement);
    Backend backend = new Backend(world.time(), new FixedRate<>(100_000, 10e9));
    return world.run(host, world.lun(host, "sda", backend, 0), "app", 0, stage);
  }

  @ParameterizedTest
  @CsvSource({"HOST,100,1", "HOST,1000,32", "HOST,5000,32", "ARRAY,100,1", "ARRAY,1000,32"})
  void achievedIsWhatWasSet(LabHost.Enforcement enforcement, int limit, int depth) {
    World world = new World(1);
    LabHost.Place place = place(world, enforcement, Stage.random(Stage.closed(depth)));
    place.throttle(Throttle.ofEach(limit, limit, 0, 0));
    world.runUntil(20);
    assertThat(place.worker().tally().completed() / 20.0).isCloseTo(limit, withPercentage(2));
  }

  /** Measured, depth 8: 9.5 of 15, 49.4 of 58, 89.0 of 93 and 236.5 of 249 passed. */
  @ParameterizedTest
  @CsvSource({"5,5", "15,10", "58,50", "93,90", "249,240"})
  void theKernelForgetsFractionsOfOperationsInEachSlice(int limit, int passes) {
    World world = new World(1);
    LabHost.Place place = place(world, LabHost.Enforcement.HOST, Stage.random(Stage.closed(8)));
    place.throttle(Throttle.ofEach(limit, limit, 0, 0));
    world.runUntil(20);
    assertThat(place.worker().tally().completed() / 20.0).isCloseTo(passes, withPercentage(2));
  }

  /** Measured: 57.5 of 58 operations' worth of bytes passed. */
  @Test
  void itForgetsNoBytes() {
    World world = new World(1);
    LabHost.Place place = place(world, LabHost.Enforcement.HOST, Stage.random(Stage.closed(8)));
    place.throttle(Throttle.ofEach(60, 60, 58 * 4_096, 58 * 4_096));
    world.runUntil(20);
    assertThat(place.worker().tally().completed() / 20.0).isCloseTo(58, withPercentage(2));
  }

  /**
   * Measured with depth 1: on an array of 60 IOPS 45.97 of 46 and 60.5 of 70 operations' worth of
   * bytes passed, on one of 100 IOPS 45.97 and 69.2.
   */
  @ParameterizedTest
  @CsvSource({"60,46,46", "60,70,60", "100,46,46", "100,70,70"})
  void norWhenEachIoWaitsForTheOneBefore(int array, int limit, int passes) {
    World world = new World(1);
    LabHost host = world.host("h", LabHost.Enforcement.HOST);
    Backend backend = new Backend(world.time(), new FixedRate<>(array, 10e9));
    LabHost.Place place =
        world.run(
            host, world.lun(host, "sda", backend, 0), "app", 0, Stage.random(Stage.closed(1)));
    place.throttle(Throttle.ofEach(80, 80, limit * 4_096, limit * 4_096));
    world.runUntil(20);
    assertThat(place.worker().tally().completed() / 20.0).isCloseTo(passes, withPercentage(2));
  }

  @Test
  void aLimitInBytesHoldsToo() {
    World world = new World(1);
    LabHost.Place place =
        place(world, LabHost.Enforcement.HOST, Stage.random(Stage.closed(8)).sized(65_536));
    place.throttle(Throttle.ofEach(0, 0, 10 << 20, 10 << 20));
    world.runUntil(20);
    assertThat(place.worker().tally().bytes() / 20.0).isCloseTo(10 << 20, withPercentage(2));
  }

  /** What passed while only operations were limited is not paid for when bytes are. */
  @Test
  void aLimitInAnotherUnitBeginsAnew() {
    World world = new World(1);
    LabHost.Place place =
        place(world, LabHost.Enforcement.HOST, Stage.random(Stage.closed(8)).sized(65_536));
    place.throttle(Throttle.ofEach(1_000, 1_000, 0, 0));
    world.runUntil(20);
    long before = place.worker().tally().bytes();
    place.throttle(Throttle.ofEach(0, 0, 10 << 20, 10 << 20));
    world.runUntil(30);
    assertThat((place.worker().tally().bytes() - before) / 10.0)
        .isCloseTo(10 << 20, withPercentage(2));
  }

  /** Measured: cap 1000, depth 32, the application waits 32 ms, diskstats shows an empty queue. */
  @Test
  void whatTheKernelHoldsBackIsNotInTheLunsCounters() {
    World world = new World(1);
    LabHost.Place place = place(world, LabHost.Enforcement.HOST, Stage.random(Stage.closed(32)));
    place.throttle(Throttle.ofEach(1_000, 1_000, 0, 0));
    world.runUntil(10);
    var disk = place.lun().counters();
    assertThat((double) disk.queueMillis() / disk.reads().operations()).isLessThan(2);
    assertThat(place.worker().tally().latencySeconds() * 1_000 / place.worker().tally().completed())
        .isCloseTo(32, withPercentage(5));
  }

  @Test
  void whatAnArrayHoldsBackShowsAsDepthAndLatency() {
    World world = new World(1);
    LabHost.Place place = place(world, LabHost.Enforcement.ARRAY, Stage.random(Stage.closed(32)));
    place.throttle(Throttle.ofEach(1_000, 1_000, 0, 0));
    world.runUntil(10);
    var disk = place.lun().counters();
    assertThat((double) disk.queueMillis() / disk.reads().operations())
        .isCloseTo(32, withPercentage(5));
  }

  @Test
  void takingALimitOffLetsEverythingGo() {
    World world = new World(1);
    LabHost.Place place = place(world, LabHost.Enforcement.HOST, Stage.random(Stage.closed(32)));
    place.throttle(Throttle.ofEach(10, 10, 0, 0));
    world.runUntil(5);
    assertThat(place.held()).isPositive();
    place.throttle(Throttle.NONE);
    assertThat(place.held()).isZero();
  }
}
