package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows which workloads a conflict is told of, and in which words. */
class ConflictFinderTest {
  private static final Fraction LESS = new Fraction(4, 5);

  /** Proves by trying everything. */
  private static final ExactSolver SEARCH =
      (packing, work) ->
          new CornerSearch(packing, Order.DECREASING_AREA).advance(Integer.MAX_VALUE)
                  == CornerSearch.State.EXHAUSTED
              ? new ExactSolver.Answer.Infeasible()
              : new ExactSolver.Answer.Unknown("not asked");

  /** Either of the others with the largest is too much; the smaller one is left out. */
  @Test
  void theSmallestAreLeftOutFirst() {
    Conflict conflict =
        finder(
                new Cluster(
                    1,
                    List.of(
                        workload("b", 1, "0.5"), workload("c", 1, "0.4"), workload("a", 1, "0.7"))),
                Geometry.FREE,
                SEARCH)
            .counted()
            .orElseThrow();
    assertThat(names(conflict)).containsExactly("b", "a");
    assertThat(conflict.words())
        .isEqualTo(
            "Of b, a at most 1 can be served at the same time by 1 servers, so they need 1.2"
                + " rounds' time; there are 1.");
  }

  @Test
  void whatCountingDoesNotProveIsNoConflictByIt() {
    Cluster cluster = new Cluster(1, List.of(workload("a", 1, "1")));
    assertThat(finder(cluster, Geometry.FREE, SEARCH).counted()).isEmpty();
  }

  /** Three of 0.45 have no two servers beside one of 0.6; one of 0.01 has nothing to do with it. */
  @Test
  void whoHasNothingToDoWithItIsLeftOut() {
    Cluster cluster =
        new Cluster(
            2,
            List.of(
                workload("a", 1, "0.6"),
                workload("x", 1, "0.01"),
                workload("b", 1, "0.45"),
                workload("c", 1, "0.45"),
                workload("d", 1, "0.45")));
    for (Geometry geometry : Geometry.values()) {
      Conflict conflict = finder(cluster, geometry, SEARCH).searched();
      assertThat(conflict.kind()).isEqualTo(Conflict.Kind.NO_ARRANGEMENT);
      assertThat(names(conflict)).containsExactly("a", "b", "c", "d");
    }
  }

  /** Shows what fits on any servers and not on neighbours: 39 of 40 ticks, found by computer. */
  @Test
  void whatDoesNotFitOnNeighboursIsToldSo() {
    Cluster cluster =
        new Cluster(
            5,
            List.of(
                workload("a", 1, "6/8"),
                workload("b", 3, "1/8"),
                workload("c", 2, "3/8"),
                workload("d", 4, "3/8"),
                workload("e", 1, "4/8"),
                workload("f", 2, "1/8"),
                workload("g", 3, "2/8")));
    Conflict conflict = finder(cluster, Geometry.CONTIGUOUS, SEARCH).searched();
    assertThat(conflict.words())
        .endsWith(
            "g together need no more time than there is, but no arrangement of their timeslices"
                + " fits on neighbouring servers: all were ruled out.");
    assertThat(names(finder(cluster, Geometry.FREE, SEARCH).searched()))
        .as("nothing proves it on any servers")
        .hasSize(7);
  }

  /** Of 20 the solver is asked in pairs and then one by one, of 100 as often as it may be. */
  @ParameterizedTest
  @CsvSource({"20, 30", "100, 60"})
  void theSolverIsAskedSoOftenAndShortly(int workloads, int asked) {
    List<Double> work = new ArrayList<>();
    ExactSolver counting =
        (packing, allowed) -> {
          work.add(allowed);
          return new ExactSolver.Answer.Unknown("counted");
        };
    List<Workload> all = workloads(workloads);
    assertThat(finder(new Cluster(1, all), Geometry.FREE, counting).searched().workloads())
        .isEqualTo(all);
    assertThat(work).hasSize(asked).containsOnly(0.05);
  }

  @Test
  void timeIsToldByTheWholeOfServers() {
    List<Workload> few = List.of(workload("a", 2, "3/4"), workload("b", 2, "1/2"));
    assertThat(words(Conflict.Kind.TOO_MUCH_TIME, few, 0, 1))
        .isEqualTo(
            "a, b together need the whole time of 2.5 servers; there are 1.25 with R_clustering"
                + " 4/5.");
  }

  @Test
  void whatIsServedAtOnceIsToldByRounds() {
    List<Workload> few =
        List.of(workload("a", 2, "3/4"), workload("b", 2, "1/2"), workload("c", 2, "1"));
    assertThat(words(Conflict.Kind.TOO_FEW_AT_ONCE, few, 2, 5))
        .isEqualTo(
            "Of a, b, c at most 2 can be served at the same time by 5 servers, so they need 1.125"
                + " rounds' time; there are 1.25 with R_clustering 4/5.");
  }

  @Test
  void whatSharesAServerIsToldByServers() {
    List<Workload> few =
        List.of(workload("a", 2, "1/2"), workload("b", 2, "1/2"), workload("c", 3, "1/2"));
    assertThat(words(Conflict.Kind.TOO_FEW_PER_SERVER, few, 2, 3))
        .isEqualTo(
            "Of a, b, c at most 2 can share a server within a round with R_clustering 4/5, so they"
                + " need 3.5 servers; there are 3.");
  }

  @ParameterizedTest
  @CsvSource({"12, w11", "13, w11 and 1 more", "20, w11 and 8 more"})
  void twelveAreNamedAndTheOthersCounted(int workloads, String last) {
    assertThat(ConflictWords.noArrangement(workloads(workloads), Geometry.FREE, LESS))
        .startsWith("w0, w1, w2, ")
        .endsWith(
            last
                + " together need no more time than there is with R_clustering 4/5, but no"
                + " arrangement of their timeslices fits: all were ruled out.");
  }

  private static String words(Conflict.Kind kind, List<Workload> few, int atMost, int servers) {
    return ConflictWords.of(new Bounds.Proof(kind, List.of(), atMost), few, servers, LESS);
  }

  private static List<Workload> workloads(int count) {
    return IntStream.range(0, count).mapToObj(i -> workload("w" + i, 1, "1/1000")).toList();
  }

  private static ConflictFinder finder(Cluster cluster, Geometry geometry, ExactSolver solver) {
    return new ConflictFinder(
        cluster, Fraction.ONE, Packing.of(cluster, geometry, Fraction.ONE), solver);
  }

  private static List<String> names(Conflict conflict) {
    return conflict.workloads().stream().map(Workload::name).toList();
  }
}
