package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.HostStanding;
import io.oasis.protocol.QueueId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** For whom there is room in a domain, and what is told of those who find none. */
class CrowdRoomTest {
  private static final Instant HEARD = Instant.EPOCH;

  private final Crowd crowd = new Crowd(List.of());

  private static QueueId queue(String host, int i) {
    return QueueId.parse("%s:/%d|lun".formatted(host, i));
  }

  private static Crowd beside(String host) {
    return new Crowd(List.of(new HostStanding(host, 1, 1), new HostStanding("other", 1, 1)));
  }

  private void fill(String host) {
    IntStream.range(0, Crowd.MOST_OF_HOST).forEach(i -> crowd.came(queue(host, i)));
  }

  private boolean admits(String host) {
    return crowd.admits(queue(host, Crowd.MOST_OF_HOST), HEARD, Said.NOW);
  }

  private static List<String> causes(Crowd crowd, Instant now) {
    return crowd.findings(Said.DOMAIN, Optional.empty(), now).stream()
        .flatMap(found -> found.findings().stream())
        .map(Finding::cause)
        .toList();
  }

  @Test
  void whereAQueueOfAFullHostHasGoneOneMayCome() {
    fill("h");
    assertThat(admits("h")).isFalse();
    assertThat(admits("other")).isTrue();
    crowd.gone(queue("h", 0));
    assertThat(admits("h")).isTrue();
    crowd.came(queue("h", Crowd.MOST_OF_HOST));
    assertThat(admits("h")).isFalse();
  }

  @Test
  void whereAQueueOfAFullDomainHasGoneOneMayCome() {
    fill("a");
    fill("b");
    assertThat(admits("c")).isFalse();
    crowd.gone(queue("a", 0));
    assertThat(admits("c")).isTrue();
    crowd.came(queue("c", 0));
    assertThat(admits("c")).isFalse();
  }

  @Test
  void thereIsRoomForSoManyLuns() {
    assertThat(crowd.admitsLun(1_999, 999, "h", HEARD, Said.NOW)).isTrue();
    assertThat(causes(crowd, Said.NOW)).isEmpty();
    assertThat(crowd.admitsLun(1_999, 1_000, "h", HEARD, Said.NOW)).isFalse();
    assertThat(crowd.admitsLun(2_000, 999, "h", HEARD, Said.NOW)).isFalse();
    assertThat(causes(crowd, Said.NOW))
        .containsExactly("left out 2 words of host h: too many LUNs");
  }

  @Test
  void aHostBesideOthersBringsSixtyFourLunsAMinute() {
    Crowd beside = beside("h");
    for (int i = 0; i < Hosts.NEW_NAMES; i++) {
      assertThat(beside.admitsLun(i, i, "h", HEARD, Said.NOW)).isTrue();
    }
    assertThat(causes(beside, Said.NOW)).isEmpty();
    assertThat(beside.admitsLun(64, 64, "h", HEARD, Said.NOW)).isFalse();
    assertThat(causes(beside, Said.NOW))
        .containsExactly("left out 1 words of host h: too many new LUNs");
    assertThat(beside.isDoubted("h", HEARD)).isTrue();
  }

  @Test
  void whoWasLeftOutIsToldForAMinute() {
    fill("h");
    admits("h");
    admits("h");
    assertThat(causes(crowd, Said.NOW.plusSeconds(60)))
        .containsExactly("left out 2 words of host h: it has 10000 queues here");
    assertThat(causes(crowd, Said.NOW.plusSeconds(61))).isEmpty();
  }

  @Test
  void ofManyThatAreLeftOutAHundredAreTold() {
    fill("a");
    fill("b");
    IntStream.range(0, 101).forEach(i -> admits("h%03d".formatted(i)));
    Findings told = crowd.findings(Said.DOMAIN, Optional.empty(), Said.NOW).getFirst();
    assertThat(told.wrong()).isEqualTo(100);
    admits("h007");
    assertThat(causes(crowd, Said.NOW))
        .contains("left out 2 words of host h007: the domain has 20000 queues")
        .doesNotContain("left out 1 words of host h100: the domain has 20000 queues");
  }

  @Test
  void aHostWhoseNamesCountForLessIsToldWithTheFigures() {
    Crowd beside = beside("h");
    List<HeardQueue> queues =
        Stream.concat(
                IntStream.range(0, 10).mapToObj(i -> queue("h", i)), Stream.of(queue("other", 0)))
            .map(id -> new HeardQueue(id, Rails.NONE, HEARD))
            .toList();
    beside.share(queues, _ -> false, HEARD);
    assertThat(causes(beside, Said.NOW))
        .containsExactly(
            "applications of host h weigh 10.0 here and count as 1.0, as it had before");
    assertThat(queues.getFirst().rails().weight()).isEqualTo(0.1);
    assertThat(queues.getLast().rails().weight()).isEqualTo(1);
  }

  @Test
  void whoWasIdleForThirtyIntervalsLeavesItsUnitsShareToTheOthers() {
    List<HeardQueue> unit =
        Stream.of("h:/a.scope/works|lun", "h:/a.scope/sleeps|lun")
            .map(id -> new HeardQueue(QueueId.parse(id), Rails.NONE, HEARD))
            .toList();
    HeardQueue sleeps = unit.getLast();
    for (int i = 0; i < 29; i++) {
      sleeps.take(Said.reads(sleeps.id(), 0), HEARD);
    }
    crowd.share(unit, _ -> false, HEARD);
    assertThat(unit.getFirst().rails().weight()).isEqualTo(0.5);
    sleeps.take(Said.reads(sleeps.id(), 0), HEARD);
    crowd.share(unit, _ -> false, HEARD);
    assertThat(unit.getFirst().rails().weight()).isEqualTo(1);
  }
}
