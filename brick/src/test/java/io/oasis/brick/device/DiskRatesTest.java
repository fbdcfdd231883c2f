package io.oasis.brick.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

/** Disks set from data sheets run at the rates that the papers measured on them. */
class DiskRatesTest {
  private static HardDisk<Drive.Request> disk(String name) {
    return new HardDisk<>(Disks.named(name));
  }

  @Test
  void zygariasDiskDoes112RandomReadsASecondUnderAnElevatorWithTenOutstanding() {
    HardDisk<Elevator.Run<Drive.Request>> disk = new HardDisk<>(Disks.named("deskstar-120gxp"));
    Drive.Rates rates =
        Drive.run(
            new Elevator<>(disk, 1, 131_072),
            10,
            120,
            Drive.random(1, disk.capacityBytes(), 1_024, false));
    assertThat(rates.iops()).isCloseTo(112, withPercentage(5));
  }

  @Test
  void argonsDiskStreamsAbout63MegabytesASecond() {
    Drive.Rates rates = Drive.run(disk("barracuda-7200-8"), 1, 30, Drive.sequential(65_536));
    assertThat(rates.bytesPerSecond() / 1e6).isCloseTo(63.5, withPercentage(5));
  }

  /** The paper does not say which blocks it read; the seek curve of the data sheet is coarse. */
  @Test
  void argonsDiskAnswersRandomReadsInItsFirst56GigabytesInAboutTenMilliseconds() {
    Drive.Rates rates =
        Drive.run(disk("barracuda-7200-8"), 1, 60, Drive.random(2, 56_000_000_000L, 16_384, false));
    assertThat(rates.meanMillis()).isCloseTo(10.3, withPercentage(25));
  }

  @Test
  void theDiskOfTheOasisPaperIsGoodForAboutOneHundredRandomReadsASecond() {
    HardDisk<Elevator.Run<Drive.Request>> disk = new HardDisk<>(Disks.named("barracuda-36es2"));
    Drive.Rates rates =
        Drive.run(
            new Elevator<>(disk, 1, 131_072),
            6,
            120,
            Drive.random(3, disk.capacityBytes(), 4_096, false));
    assertThat(rates.iops()).isCloseTo(100, withPercentage(12));
  }

  @Test
  void aRandomReadTakesAnAverageSeekHalfARotationAndTheOverhead() {
    DiskParameters parameters = Disks.named("barracuda-36es2");
    HardDisk<Drive.Request> disk = new HardDisk<>(parameters);
    Drive.Rates rates =
        Drive.run(disk, 1, 120, Drive.random(4, disk.capacityBytes(), 4_096, false));
    double expected =
        parameters.arm().averageSeekMillis()
            + parameters.rotationMillis() / 2
            + parameters.electronics().overheadMicros() / 1_000
            + 0.1;
    assertThat(rates.meanMillis()).isCloseTo(expected, withPercentage(4));
  }

  @Test
  void readAheadLetsSmallSequentialReadsStreamAndDoesNotHelpRandomOnes() {
    Drive.Rates small = Drive.run(disk("barracuda-36es2"), 1, 10, Drive.sequential(4_096));
    assertThat(small.bytesPerSecond()).isGreaterThan(30e6);
    assertThat(small.bytesPerSecond())
        .isLessThan(Disks.named("barracuda-36es2").outerMediaBytesPerSecond());
  }

  @Test
  void argonsFormulaIsComputedFromEachDisksOwnParameters() {
    DiskParameters disk = Disks.named("argon-cheetah-10k7");
    double tracks = 9 * (4.7 + 3.0) / 6.0;
    assertThat(disk.bytesForEfficiency(0.9)).isCloseTo(tracks * 566 * 512, withPercentage(1e-9));
  }
}
