package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.FioLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows that PostgreSQL works on a managed device beside a greedy neighbour: no error in pgbench or
 * in the server's log, no transaction that waits longer than its cap explains, and buffered writes
 * shown where they are charged.
 */
@Tag("slow")
class PostgresIT {
  private static final double CAPACITY = 1_000;
  private static final double FAST = 20_000;
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final int CLIENTS = 4;
  private static final int SECONDS = 20;

  /**
   * I/Os a transaction waits for at the most, one after the other: three updates and an insert,
   * each with a page and an index path that is not in memory, evicted pages, the commit's log.
   */
  private static final int WAITS = 40;

  /** A checkpoint's writes are spread, but its fsync at the end goes through the cap in one go. */
  private static final double CHECKPOINT_SECONDS = 2;

  private static Site site;
  private static Postgres postgres;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Needs.lab();
    var programs = Needs.postgres();
    Needs.program("postgresql-contrib", programs.resolve("pgbench").toString());
    Needs.program("libnbd-bin", "/usr/bin/nbdfuse");
    Needs.program("e2fsprogs", "/usr/sbin/mkfs.ext4", "/sbin/mkfs.ext4");
    site = Site.startForData(FAST, LEASE);
    postgres = Postgres.start(programs, site);
    postgres.fill();
    site.lun().setCapacity(CAPACITY);
  }

  @AfterAll
  static void stop() {
    try (Site closing = site;
        Postgres first = postgres) {
      // Closed in the opposite order: the database, then what it stands on.
    }
  }

  @Test
  void worksUnderEnforcementBesideAGreedyNeighbour() throws IOException, InterruptedException {
    site.start("greedy", new FioLoad("randread", 4_096, 32));
    site.enforce();
    long from = System.nanoTime();
    Postgres.Bench bench = postgres.bench(CLIENTS, SECONDS);
    List<LunWatch.Seen> seen = site.history().since(from);
    double limit =
        seen.stream()
            .flatMap(each -> each.number(site.id("postgres"), "limitIops").stream())
            .mapToDouble(Double::doubleValue)
            .min()
            .orElse(CAPACITY / 2);
    double bound = (double) WAITS * CLIENTS / limit + CHECKPOINT_SECONDS;
    double unattributed =
        seen.stream()
            .flatMap(each -> each.number(":unattributed", "usageIops").stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    System.out.printf(
        Locale.ROOT,
        "pgbench: %d transactions, mean %.0f ms, longest %.0f ms (bound %.0f ms),"
            + " least limit %.0f IOPS, unattributed up to %.0f IOPS%n",
        bench.transactions(),
        bench.meanMillis(),
        bench.longestMillis(),
        bound * 1_000,
        limit,
        unattributed);
    assertThat(bench.failed()).as("failed transactions").isZero();
    assertThat(bench.transactions()).isPositive();
    assertThat(postgres.complaints()).as("errors in the server's log").isEmpty();
    assertThat(bench.longestMillis()).as("longest transaction").isLessThan(bound * 1_000);
    assertThat(unattributed).as("buffered writes are shown as unattributed").isPositive();
    assertThat(postgres.alive()).as("the server still runs").isTrue();
    long limited =
        seen.stream().filter(s -> s.number(site.id("greedy"), "limitIops").isPresent()).count();
    assertThat(limited).as("looks at the neighbour, limited, of %d", seen.size()).isPositive();
  }
}
