package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.HostStanding;
import io.oasis.protocol.QueueId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the names of a host count for beside those of others, and how many it may bring. */
class HostsTest {
  private static final Instant START = Instant.EPOCH;

  private final List<HeardQueue> queues = new ArrayList<>();

  private static Hosts with(HostStanding... kept) {
    return new Hosts(List.of(kept));
  }

  /** Weight and number of names are the same, as is usual. */
  private static HostStanding standing(String host, double names) {
    return new HostStanding(host, names, names);
  }

  private void have(String host, int count) {
    for (int i = 0; i < count; i++) {
      QueueId queue = QueueId.parse("%s:/%d|lun".formatted(host, queues.size()));
      queues.add(new HeardQueue(queue, Rails.NONE, START));
    }
  }

  private static long admitted(Hosts hosts, String host, long known, int asked, Instant heard) {
    return IntStream.range(0, asked).filter(_ -> hosts.admits(host, known, heard)).count();
  }

  @Test
  void whoIsAloneMayBringAnyNumberAndTheyCountAtOnce() {
    Hosts alone = with(standing("a", 1));
    assertThat(admitted(alone, "a", 1_000, 100, START)).isEqualTo(100);
    assertThat(alone.counts("a", START, START)).isTrue();
    have("a", 10);
    alone.follow(queues, queues, START);
    assertThat(alone.part("a")).isEqualTo(1);
    assertThat(alone.less()).isEmpty();
  }

  @Test
  void twiceAsManyAsBeforeAreFreeAndSixtyFourAMinuteBeyond() {
    Hosts hosts = with(standing("a", 3), standing("b", 1));
    assertThat(admitted(hosts, "a", 5, 100, START)).isEqualTo(100);
    assertThat(admitted(hosts, "a", 6, 100, START)).isEqualTo(64);
    assertThat(admitted(hosts, "a", 6, 100, START.plusSeconds(30))).isEqualTo(32);
    assertThat(admitted(hosts, "a", 6, 100, START.plusSeconds(300))).isEqualTo(64);
  }

  @Test
  void whoComesWhereOneOtherIsIsWatched() {
    Hosts hosts = with(standing("a", 1));
    assertThat(admitted(hosts, "b", 2, 100, START)).isEqualTo(64);
    assertThat(admitted(hosts, "a", 2, 100, START)).as("who was alone").isEqualTo(100);
  }

  @Test
  void whoHasGoneIsNoNeighbourAndIsWatchedWhenItComesBack() {
    Hosts hosts = with(standing("a", 1), standing("b", 1));
    have("a", 1);
    hosts.follow(queues, queues, START);
    assertThat(admitted(hosts, "a", 2, 100, START)).isEqualTo(100);
    assertThat(admitted(hosts, "b", 2, 100, START)).isEqualTo(64);
  }

  @Test
  void whoMakesUpNamesIsDoubtedForAMinuteAfterTheLast() {
    Hosts hosts = with(standing("a", 1), standing("b", 1));
    assertThat(admitted(hosts, "a", 2, 64, START)).isEqualTo(64);
    assertThat(hosts.makesUp("a", START)).isFalse();
    assertThat(hosts.admits("a", 2, START)).isFalse();
    assertThat(hosts.makesUp("a", START.plusMillis(59_999))).isTrue();
    assertThat(hosts.makesUp("a", START.plusMillis(60_000))).isFalse();
    assertThat(hosts.makesUp("b", START)).isFalse();
    assertThat(hosts.makesUp("unknown", START)).isFalse();
  }

  @Test
  void aNameCountsAfterFiveSecondsAndOfWhoMakesThemUpAfterTenMinutes() {
    Hosts hosts = with(standing("a", 1), standing("b", 1));
    assertThat(hosts.counts("a", START, START.plusMillis(4_999))).isFalse();
    assertThat(hosts.counts("a", START, START.plusMillis(5_000))).isTrue();
    Instant heard = START.plus(Duration.ofMinutes(10));
    admitted(hosts, "a", 2, 100, heard.minusMillis(1));
    assertThat(hosts.counts("a", START, heard.minusMillis(1))).isFalse();
    assertThat(hosts.counts("a", START, heard)).isTrue();
  }

  @Test
  void noMoreHostsAreRememberedThanAnInventoryHas() {
    List<HostStanding> many =
        IntStream.range(0, 9_999).mapToObj(i -> standing("h" + i, 1)).toList();
    Hosts hosts = new Hosts(many);
    assertThat(hosts.admits("a", 0, START)).isTrue();
    assertThat(hosts.admits("b", 0, START)).isFalse();
    assertThat(hosts.admits("a", 0, START)).isTrue();
    assertThat(hosts.part("b")).isEqualTo(1);
  }

  @Test
  void nothingIsKeptUntilTenMinutesHavePassed() {
    Hosts hosts = with();
    have("a", 3);
    have("b", 2);
    hosts.follow(queues, queues.subList(0, 1), START);
    Instant end = START.plus(Hosts.FOUNDING);
    hosts.follow(queues, queues, end.minusMillis(1));
    assertThat(hosts.kept()).isEmpty();
    hosts.follow(queues, queues.subList(0, 1), end);
    assertThat(hosts.kept()).contains(List.of(standing("a", 3), standing("b", 2)));
  }

  @Test
  void aStandingGrowsTwofoldInADay() {
    Hosts hosts = with(standing("a", 2), standing("b", 1));
    have("a", 100);
    have("b", 1);
    hosts.follow(queues, queues, START.plus(Duration.ofDays(1)));
    assertThat(hosts.kept()).contains(List.of(standing("a", 4), standing("b", 1)));
    assertThat(hosts.part("a")).isEqualTo(0.04);
  }

  @Test
  void aStandingFallsByHalfInTwoWeeksWhereItsHostIsThere() {
    Hosts hosts = with(standing("a", 8), standing("b", 8), standing("gone", 8));
    have("a", 1);
    have("b", 8);
    hosts.follow(queues, queues.subList(1, 9), START.plus(Duration.ofDays(14)));
    assertThat(hosts.kept())
        .contains(List.of(standing("a", 4), standing("b", 8), standing("gone", 8)));
  }

  /** Of 5 and 1 at work with a standing of 1 each; what is gone had 2. */
  @Test
  void whatHostsHadThatAreGoneIsLentInProportion() {
    Hosts hosts = with(standing("a", 1), standing("b", 1), standing("gone", 2));
    have("a", 5);
    have("b", 1);
    hosts.follow(queues, queues, START);
    assertThat(hosts.part("a")).isCloseTo((1 + 0.5 * 4) / 5, within(1e-9));
    assertThat(hosts.part("b")).isEqualTo(1);
  }

  @Test
  void whoCountsForLessThanFourFifthsIsTold() {
    Hosts hosts = with(standing("a", 4), standing("b", 4), standing("c", 4));
    have("a", 5);
    have("b", 10);
    have("c", 4);
    hosts.follow(queues, queues, START);
    assertThat(hosts.part("a")).isEqualTo(0.8);
    assertThat(hosts.less()).containsExactly(new Hosts.Less("b", 10, 4));
  }

  @Test
  void queuesOfAUnitWeighAsOne() {
    Hosts hosts = with(standing("a", 1), standing("b", 1));
    have("a", 4);
    have("b", 1);
    queues.subList(0, 4).forEach(queue -> queue.counted().isOneOf(4));
    hosts.follow(queues, queues, START);
    assertThat(hosts.part("a")).isEqualTo(1);
  }
}
