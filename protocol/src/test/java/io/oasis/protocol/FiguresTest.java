package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows what figures mean where they are given, and where they are not. */
class FiguresTest {
  private static final DomainId DOMAIN = new DomainId("d");

  static List<Arguments> optionalFigures() {
    return List.of(
        figure("held", value -> sample(Optional.of(value), Optional.empty())),
        figure("unserved", value -> sample(Optional.empty(), Optional.of(value))),
        figure("initialBytes", value -> new CacheReport.Space(1, 1, Optional.of(value))),
        figure("hitMicros", value -> hits(Optional.of(value), Optional.empty())),
        figure("missMicros", value -> hits(Optional.empty(), Optional.of(value))),
        figure("upperCostPerSecond", value -> capacity(Optional.of(value), Optional.empty())),
        figure("upperIops", value -> capacity(Optional.empty(), Optional.of(value))),
        figure(
            "observed",
            value ->
                new Finding.Figures(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(value))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("optionalFigures")
  void aFigureThatNeedNotBeGivenIsRefusedWhenItCannotBe(String field, DoubleFunction<Object> of) {
    assertThat(of.apply(0)).isNotNull();
    assertThatThrownBy(() -> of.apply(-1)).hasMessageStartingWith(field + " = -1.0: must be ");
  }

  @Test
  void agentsMeasureTenTimesASecondToOnceAMinute() {
    for (long millis : new long[] {100, 60_000}) {
      assertThat(pace(millis).intervalMillis()).contains(millis);
    }
    for (long millis : new long[] {99, 60_001}) {
      assertThatThrownBy(() -> pace(millis))
          .hasMessage("intervalMillis = " + millis + ": must be between 100 and 60000");
    }
  }

  @Test
  void aCacheAndAPointOfItsCurveHaveAByteOrMore() {
    assertThat(cache(1).totalBytes()).isEqualTo(1);
    assertThatThrownBy(() -> cache(0.5)).hasMessage("totalBytes = 0.5: must be at least 1");
    assertThat(new CacheReport.Point(1, 0).sizeBytes()).isEqualTo(1);
    assertThatThrownBy(() -> new CacheReport.Point(0.5, 0))
        .hasMessage("sizeBytes = 0.5: must be at least 1");
  }

  /** A disk that is always sought over the same distance has no longest seek above the mean. */
  @Test
  void theLongestSeekMayBeTheMeanOneButNotLess() {
    assertThat(new CacheReport.Disk(100, 100, 0, 1).longestSeekMicros()).isEqualTo(100);
    assertThatThrownBy(() -> new CacheReport.Disk(100, 99, 0, 1))
        .hasMessage("longestSeekMicros = 99.0: must not be below averageSeekMicros = 100.0");
  }

  @Test
  void versionsGoAsFarAsEveryReaderOfJsonCounts() {
    assertThat(new Version(1L << 53, 1L << 53).sequence()).isEqualTo(9_007_199_254_740_992L);
    assertThatThrownBy(() -> new Version(9_007_199_254_740_993L, 0))
        .hasMessage("epoch = 9007199254740993: must be at most 9007199254740992");
    assertThatThrownBy(() -> new Version(0, 9_007_199_254_740_993L))
        .hasMessage("sequence = 9007199254740993: must be at most 9007199254740992");
    assertThatThrownBy(() -> new Version(0, -1)).hasMessage("sequence = -1: must be zero or more");
  }

  @Test
  void aSchedulerThatSaysItHoldsBelowTheCountersDoesNotHoldAbove() {
    assertThat(holdsAbove(Optional.of(AdapterStatus.Placement.BELOW_COUNTERS))).isFalse();
    assertThat(holdsAbove(Optional.of(AdapterStatus.Placement.ABOVE_COUNTERS))).isTrue();
    assertThat(holdsAbove(Optional.empty())).isTrue();
  }

  private static boolean holdsAbove(Optional<AdapterStatus.Placement> placement) {
    return new AdapterStatus.Target("k", 1, placement).holdsAboveCounters();
  }

  @Test
  void aLimitWithoutACauseIsHealthy() {
    Finding.Where where = new Finding.Where("cgroup-v1", "/a", "8:0", "riops");
    assertThat(
            new Finding(
                    Optional.empty(), where, Finding.Figures.NONE, Finding.Verdict.PENDING, "", "")
                .healthy())
        .isTrue();
    assertThat(
            new Finding(
                    Optional.empty(), where, Finding.Figures.NONE, Finding.Verdict.INERT, "c", "m")
                .healthy())
        .isFalse();
  }

  @Test
  void limitsInWholeNumbersChangeAtNoCost() {
    assertThat(Grain.from(2, 4_096))
        .isEqualTo(new Grain(1, 1, 2, 4_096, false, new Grain.Change(0, 0, false)));
  }

  @Test
  void requestsComeInBatchesOfAHundredAndNoRequestsInNone() {
    LunInterval interval =
        new LunInterval(DOMAIN, new LunId("l"), new HostId("h"), 1, Instant.EPOCH, 1_000);
    List<Request> requests = IntStream.range(0, 201).mapToObj(FiguresTest::request).toList();
    List<RequestBatch> batches = RequestBatch.of(interval, requests);
    assertThat(batches).extracting(batch -> batch.requests().size()).containsExactly(100, 100, 1);
    assertThat(batches)
        .allSatisfy(batch -> assertThat(batch.interval()).isEqualTo(interval))
        .flatExtracting(RequestBatch::requests)
        .containsExactlyElementsOf(requests);
    assertThat(RequestBatch.of(interval, List.of())).isEmpty();
  }

  @Test
  void aTopicIsFoundByItsNameAndForgetsInItsOwnWay() {
    assertThat(Topic.named("oasis.guard-rails")).contains(Topic.GUARD_RAILS);
    assertThat(Topic.named("GUARD_RAILS")).isEmpty();
    assertThat(Topic.GUARD_RAILS.kept()).isEqualTo(Topic.Kept.NEWEST_PER_KEY);
    assertThat(Topic.DECISIONS.kept()).isEqualTo(Topic.Kept.FOR);
    assertThat(Topic.DECISIONS.retention()).isEqualTo(Duration.ofDays(30));
  }

  @Test
  void whatIsNotReleasedSaysSo() {
    assertThat(Software.current()).isEqualTo("development");
    assertThat(Software.reading(Topic.USAGE).release()).isEqualTo("development");
  }

  private static Arguments figure(String field, DoubleFunction<Object> of) {
    return Arguments.of(field, of);
  }

  private static QueueSample sample(Optional<Double> held, Optional<Double> unserved) {
    return new QueueSample(
        Flow.NONE, Flow.NONE, 0, held, unserved, QueueSample.LatencySource.QUEUE);
  }

  private static CacheReport.Hits hits(Optional<Double> hit, Optional<Double> miss) {
    return new CacheReport.Hits(0, 0, hit, miss);
  }

  private static CapacityEstimate capacity(Optional<Double> upperCost, Optional<Double> upperIops) {
    return new CapacityEstimate(
        0, upperCost, 0, upperIops, 4_096, false, CapacityEstimate.Source.KNEE, 0);
  }

  private static GrantBatch pace(long millis) {
    return new GrantBatch(DOMAIN, Instant.EPOCH, List.of(), Optional.of(millis));
  }

  private static CacheReport cache(double totalBytes) {
    CacheRef cache = new CacheRef(DOMAIN, new AdapterId("h:a"), new SessionId("s"), "brick");
    return new CacheReport(cache, Instant.EPOCH, 1_000, totalBytes, List.of(), Optional.empty());
  }

  private static Request request(int number) {
    return new Request(
        new ApplicationId("h:/" + number),
        sample(Optional.empty(), Optional.empty()),
        new Demand(Demand.Quality.OBSERVED, Bandwidth.ZERO, Optional.empty(), ""),
        Optional.empty(),
        Optional.empty());
  }
}
