package io.oasis.brick.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every device completes each request once, in time order, the same way every time. */
class DevicesTest {
  static List<Device<Drive.Request>> devices() {
    return List.of(
        new FixedRate<>(1_000, 100e6),
        new HardDisk<>(Disks.named("barracuda-36es2")),
        new HardDisk<>(Disks.named("barracuda-7200-8")),
        new Elevator<>(new HardDisk<>(Disks.named("deskstar-120gxp")), 2, 131_072),
        new SolidState<>(Disks.solidState("ssd-sata")),
        new Cached<>(
            new FixedRate<Drive.Request>(500, 100e6),
            BlockCache.shared(1 << 20, 4_096),
            0,
            50_000));
  }

  @ParameterizedTest
  @MethodSource("devices")
  void whatGoesInComesOutOnceAndTimeDoesNotGoBack(Device<Drive.Request> device) {
    var requests = Drive.random(7, 10_000_000_000L, 8_192, false);
    List<Drive.Request> submitted = new ArrayList<>();
    List<Drive.Request> completed = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 500; i++) {
      long[] last = {now};
      now += 1_500_000;
      while (device.nextEventNanos() <= now) {
        device.advance(
            device.nextEventNanos(),
            (request, at) -> {
              assertThat(at).isGreaterThanOrEqualTo(last[0]);
              last[0] = at;
              completed.add(request);
            });
      }
      Drive.Request request = requests.get();
      submitted.add(request);
      device.submit(request, now);
      assertThat(device.outstanding()).isEqualTo(submitted.size() - completed.size());
    }
    while (device.nextEventNanos() != Device.NEVER) {
      device.advance(device.nextEventNanos(), (request, at) -> completed.add(request));
    }
    assertThat(completed).containsExactlyInAnyOrderElementsOf(submitted);
    assertThat(device.outstanding()).isZero();
  }

  @Test
  void theSameRequestsGiveTheSameCompletions() {
    List<List<Drive.Request>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      HardDisk<Drive.Request> disk = new HardDisk<>(Disks.named("barracuda-7200-8"));
      runs.add(Drive.run(disk, 16, 5, Drive.random(9, 200_000_000_000L, 4_096, i > 5)).completed());
    }
    assertThat(runs.get(0)).isEqualTo(runs.get(1));
  }

  @Test
  void anElevatorSortsOneWayAndMergesNeighbours() {
    List<Long> sent = new ArrayList<>();
    FixedRate<Elevator.Run<Drive.Request>> array = new FixedRate<>(100, 100e6);
    Elevator<Drive.Request> elevator = new Elevator<>(array, 1, 131_072);
    for (long offset : new long[] {400_000, 800_000, 200_000, 804_096, 600_000, 808_192}) {
      elevator.submit(new Drive.Request(false, offset, 4_096), 0);
    }
    while (elevator.nextEventNanos() != Device.NEVER) {
      elevator.advance(elevator.nextEventNanos(), (request, at) -> sent.add(request.offset()));
    }
    assertThat(sent).containsExactly(400_000L, 600_000L, 800_000L, 804_096L, 808_192L, 200_000L);
  }

  @Test
  void aSolidStateDiskGainsFromDepthAndPaysForWrites() {
    SolidState.Parameters parameters = Disks.solidState("ssd-sata");
    long range = parameters.capacityBytes();
    double one = rate(parameters, 1, Drive.random(1, range, 4_096, false));
    double deep = rate(parameters, 32, Drive.random(1, range, 4_096, false));
    double writes = rate(parameters, 256, Drive.random(1, range, 4_096, true));
    assertThat(one).isCloseTo(1e6 / parameters.times().readMicros(), withPercentage(1));
    assertThat(deep).isGreaterThan(6 * one);
    double perPage =
        parameters.times().writeMicros()
            + parameters.collectionMicros() / parameters.layout().pagesPerBlock();
    assertThat(writes).isCloseTo(parameters.layout().units() * 1e6 / perPage, withPercentage(20));
  }

  private static double rate(
      SolidState.Parameters parameters,
      int depth,
      java.util.function.Supplier<Drive.Request> next) {
    return Drive.run(new SolidState<>(parameters), depth, 2, next).iops();
  }

  @Test
  void anArrayThatLosesPartOfItsSpeedHasThatPartOfItsRate() {
    FixedRate<Drive.Request> array = new FixedRate<>(1_000, 1e12);
    array.speed(0.6);
    assertThat(Drive.run(array, 4, 5, Drive.sequential(4_096)).iops())
        .isCloseTo(600, withPercentage(0.5));
  }

  @Test
  void partitionsKeepOwnersApartAndASharedCacheDoesNot() {
    BlockCache shared = BlockCache.shared(10 * 4_096, 4_096);
    BlockCache parted = BlockCache.partitioned(4_096);
    parted.resize(0, 5 * 4_096);
    parted.resize(1, 5 * 4_096);
    for (BlockCache cache : List.of(shared, parted)) {
      cache.put(0, 1);
      for (int block = 0; block < 20; block++) {
        cache.put(1, block);
      }
    }
    assertThat(shared.touch(0, 1)).isFalse();
    assertThat(parted.touch(0, 1)).isTrue();
    assertThat(parted.bytesOf(1)).isEqualTo(5 * 4_096);
    parted.resize(1, 2 * 4_096);
    assertThat(parted.bytesOf(1)).isEqualTo(2 * 4_096);
  }

  @Test
  void anUnknownDiskIsRefusedWithTheNamesThereAre() {
    assertThatThrownBy(() -> Disks.named("floppy"))
        .hasMessageContaining("floppy")
        .hasMessageContaining("deskstar-120gxp");
  }
}
