package io.oasis.manager.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.cache.CachePolicies;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows what hit rates of a partition count as a point of its curve. */
class CacheStateTest {
  private static final double MB = 1e6;
  private static final Instant START = Instant.ofEpochSecond(1_000_000);

  private final CacheState cache = new CacheState();
  private int reports;

  /** Tells of a partition of 50 MB in a cache of 150 MB; answers with what is known of it. */
  private HitCurve report(double usedMegabytes, double hitRatio) {
    CacheReport.Partition part =
        new CacheReport.Partition(
            new QueueId(new ApplicationId("h:a"), new LunId("serial:sda")),
            new CacheReport.Space(50 * MB, usedMegabytes * MB, Optional.empty()),
            new CacheReport.Hits(60, hitRatio, Optional.empty(), Optional.empty()),
            List.of(),
            Optional.empty());
    Instant now = START.plusSeconds(30L * reports++);
    CacheReport report =
        new CacheReport(
            new CacheRef(
                new DomainId("disk:a"), new AdapterId("h:cache"), new SessionId("s"), "array"),
            now,
            30_000,
            150 * MB,
            List.of(part),
            Optional.empty());
    cache.take(report, CachePolicies.named("proportional-fair"), now);
    return cache.claim(report, part, Optional.empty(), Rails.NONE, now).curve();
  }

  /** Shows that a partition that fills fast teaches nothing: its hits are those of no one size. */
  @Test
  void nothingIsLearntWhileAPartitionFillsFast() {
    report(0, 0);
    assertThat(report(10, 0.05).hitRatio(75 * MB)).isCloseTo(0.5, within(1e-9));
  }

  /** Shows that hits of an interval count for the mean of what was in use, not for its end. */
  @Test
  void hitsCountForWhatWasInUseOnAverage() {
    report(0, 0);
    report(40, 0.2);
    assertThat(report(42, 0.41).hitRatio(41 * MB)).isCloseTo(0.41, within(1e-9));
  }

  /** They would divide by nothing, or be no number, wherever they are worked with. */
  @ParameterizedTest
  @ValueSource(doubles = {0, Double.MIN_VALUE, 0.5, 1.7e308, Double.POSITIVE_INFINITY})
  void aCacheOfASizeThatNoneHasIsNotTaken(double totalBytes) {
    CacheRef ref =
        new CacheRef(new DomainId("disk:a"), new AdapterId("h"), new SessionId("s"), "array");
    assertThatThrownBy(
            () -> new CacheReport(ref, START, 30_000, totalBytes, List.of(), Optional.empty()))
        .hasMessageContaining("totalBytes");
  }
}
