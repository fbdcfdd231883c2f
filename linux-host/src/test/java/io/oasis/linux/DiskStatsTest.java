package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that the counters of disks are read in all three layouts that kernels write. */
class DiskStatsTest {
  @TempDir Path root;

  @Test
  void linesOf11And15And17ColumnsAreRead() {
    RecordedHost recorded =
        new RecordedHost(root)
            .with(
                "/proc/diskstats",
                """
                   8       0 sda 1 2 3 4 5 6 7 8 9 10 11
                   8       1 sda1 11 2 3 4 5 6 7 8 9 10 11 12 13 14 15
                 259       0 nvme0n1 4294967296000 2 3 4294967295 5 6 7 8 9 10 11 12 13 14 15 16 17 18
                   8      16 sdb 1 2 3
                nonsense
                """);
    try (DiskStats stats = new DiskStats(recorded.host())) {
      var lines = stats.read();
      assertThat(lines).extracting(DiskCounters::name).containsExactly("sda", "sda1", "nvme0n1");
      assertThat(lines.getFirst())
          .isEqualTo(
              new DiskCounters(
                  new DeviceNumber(8, 0),
                  "sda",
                  new DiskCounters.Completed(1, 2, 3, 4),
                  new DiskCounters.Completed(5, 6, 7, 8),
                  9,
                  10,
                  11));
      assertThat(lines.get(2).reads().operations()).isEqualTo(4_294_967_296_000L);
      assertThat(lines.get(2).reads().millis()).isEqualTo(4_294_967_295L);
    }
  }

  @Test
  void theFileIsReadAnewEachTimeAndMayVanish() {
    RecordedHost recorded =
        new RecordedHost(root).with("/proc/diskstats", "8 0 sd 1 2 3 4 5 6 7 8 9 10 11\n");
    try (DiskStats stats = new DiskStats(recorded.host())) {
      assertThat(stats.read().getFirst().name()).isEqualTo("sd");
      recorded.with("/proc/diskstats", "8 0 sda 2 2 3 4 5 6 7 8 9 10 11\n");
      assertThat(stats.read().getFirst().name()).isEqualTo("sda");
      assertThat(stats.read().getFirst().reads().operations()).isEqualTo(2);
    }
    try (DiskStats none = new DiskStats(new HostRoot(root.resolve("elsewhere")))) {
      assertThat(none.read()).isEmpty();
    }
  }

  @Test
  void aFileLongerThanTheBufferIsReadWhole() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      text.append("8 ").append(i).append(" sd").append(i).append(" 1 2 3 4 5 6 7 8 9 10 11\n");
    }
    RecordedHost recorded = new RecordedHost(root).with("/proc/diskstats", text.toString());
    try (DiskStats stats = new DiskStats(recorded.host())) {
      assertThat(stats.read()).hasSize(5_000);
    }
  }
}
