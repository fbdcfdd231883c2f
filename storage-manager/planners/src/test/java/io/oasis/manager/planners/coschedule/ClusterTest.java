package io.oasis.manager.planners.coschedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cluster, a workload, a share may be; what is not right is named. */
class ClusterTest {
  static Workload workload(String name, int servers, String share) {
    return new Workload(name, servers, Fraction.parse(share));
  }

  @Test
  void sharesAreExact() {
    assertThat(Fraction.parse("0.25")).isEqualTo(new Fraction(1, 4));
    assertThat(Fraction.parse("2/6")).isEqualTo(Fraction.parse(" 1 / 3 "));
    assertThat(Fraction.parse("1.000")).isEqualTo(Fraction.ONE);
    assertThat(Fraction.parse("1/3").isAtMost(Fraction.parse("0.333"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-1/2", "1/0", "half", "NaN", "1e-12", "1/3/2", "99999999999", "0.0"})
  void whatIsNoFractionIsRefused(String text) {
    assertThatThrownBy(() -> Fraction.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("fraction = " + text + ": must be positive");
  }

  /** A tick is one over the least common denominator of the shares. */
  @Test
  void ticksMakeEveryShareWhole() {
    Cluster cluster =
        new Cluster(
            3, List.of(workload("a", 1, "1/4"), workload("b", 2, "0.3"), workload("c", 3, "1/6")));
    assertThat(cluster.unitTicks()).isEqualTo(60);
    Packing packing = Packing.of(cluster, Geometry.FREE, new Fraction(9, 10));
    assertThat(packing.ticks()).isEqualTo(66);
    assertThat(packing.boxes()).containsExactly(new Box(1, 15), new Box(2, 18), new Box(3, 10));
  }

  @Test
  void theLargestThatIsAllowedIsTaken() {
    assertThat(workload("a".repeat(200), 1, "1").name()).hasSize(200);
    assertRefused("name = aaa", () -> workload("a".repeat(201), 1, "1"));
    Cluster cluster = new Cluster(1_000, List.of(workload("a", 1, "1/1000000")));
    assertThat(cluster.unitTicks()).isEqualTo(1_000_000);
    assertThat(Fraction.parse("0.000000001")).isEqualTo(new Fraction(1, 1_000_000_000));
    assertThat(new Limits(1, 0, 0, 0).steps()).isEqualTo(1);
    assertRefused("limits = 0", () -> new Limits(0, 0, 0, 0));
    assertRefused("limits = 1, -1", () -> new Limits(1, -1, 0, 0));
    assertRefused("limits = 1, 0, -1", () -> new Limits(1, 0, -1, 0));
    assertRefused("limits = 1, 0, 0.0", () -> new Limits(1, 0, 0, -1));
  }

  /** 200 boxes of 600 servers: 200 x (1,000 + 15 x 600) words are two millions. */
  @Test
  void neighboursAreTriedUpToTwoMillionWords() {
    List<Box> boxes = new ArrayList<>(Collections.nCopies(200, new Box(600, 1)));
    assertThat(new Packing(1_000, 1, Geometry.CONTIGUOUS, boxes).isTooLarge()).isFalse();
    boxes.set(0, new Box(601, 1));
    assertThat(new Packing(1_000, 1, Geometry.CONTIGUOUS, boxes).isTooLarge()).isTrue();
    assertThat(new Packing(1_000, 1, Geometry.FREE, boxes).isTooLarge()).isFalse();
  }

  @Test
  void whatIsNotRightIsNamed() {
    assertRefused("servers = 0", () -> workload("a", 0, "1/2"));
    assertRefused("share = 3/2", () -> workload("a", 1, "3/2"));
    assertRefused("name = ", () -> workload(" ", 1, "1/2"));
    assertRefused("name = ", () -> workload("a\u0000", 1, "1/2"));
    assertRefused("servers = 1001", () -> new Cluster(1001, List.of(workload("a", 1, "1/2"))));
    assertRefused("workloads = 0", () -> new Cluster(1, List.of()));
    assertRefused(
        "workloads = a",
        () -> new Cluster(1, List.of(workload("a", 1, "1/2"), workload("a", 1, "1/3"))));
    assertRefused(
        "share = 1/9973",
        () -> new Cluster(1, List.of(workload("a", 1, "1/9967"), workload("b", 1, "1/9973"))));
    assertRefused(
        "rClustering = 1/2 to 1", () -> new Wish(Geometry.FREE, new Fraction(1, 2), Fraction.ONE));
    assertRefused(
        "leastRClustering = 1/20",
        () -> new Wish(Geometry.FREE, Fraction.ONE, new Fraction(1, 20)));
  }

  private static void assertRefused(
      String start, org.assertj.core.api.ThrowableAssert.ThrowingCallable made) {
    assertThatThrownBy(made)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(start);
  }
}
