package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shows which servers a slice gets where any will do. */
class ServerChoiceTest {
  /** Four ticks, five servers; from the second tick on servers 1, 2 and 4 are free. */
  private static final List<Workload> THERE =
      List.of(workload("a", 1, "1"), workload("b", 2, "1/4"), workload("c", 1, "1"));

  @Test
  void neighboursAreChosenFromTheFirstServerOn() {
    assertThat(servers(5, List.of(), List.of())).containsExactly(list(0), list(1, 2), list(3));
  }

  /** Server 4 alone rather than one of 1 and 2, which the pair that comes next needs. */
  @Test
  void theTightestGapIsTaken() {
    assertThat(servers(5, List.of(workload("d", 1, "3/4"), workload("e", 2, "3/4")), List.of(1, 1)))
        .startsWith(list(4), list(1, 2));
  }

  @Test
  void ofEqualGapsTheLowestIsTaken() {
    assertThat(servers(6, List.of(workload("d", 2, "3/4")), List.of(1))).startsWith(list(1, 2));
  }

  @Test
  void whereNoGapIsWideEnoughTheLowestFreeServersAreTaken() {
    assertThat(servers(5, List.of(workload("d", 3, "3/4")), List.of(1))).startsWith(list(1, 2, 4));
    assertThat(servers(6, List.of(workload("d", 3, "3/4")), List.of(1))).startsWith(list(1, 2, 4));
  }

  @Test
  void neighboursThatMustBeAreTakenWhereTheyWerePut() {
    Cluster cluster = new Cluster(4, List.of(workload("a", 2, "1/2"), workload("b", 3, "1/2")));
    Packing packing = Packing.of(cluster, Geometry.CONTIGUOUS, Fraction.ONE);
    Schedule schedule =
        ServerChoice.schedule(cluster, packing, List.of(new Spot(1, 2), new Spot(0, 1)));
    assertThat(schedule.timeslices())
        .containsExactly(
            new Timeslice(cluster.workloads().get(0), 1, 1, list(2, 3)),
            new Timeslice(cluster.workloads().get(1), 0, 1, list(1, 2, 3)));
    assertThat(schedule.of(1)).extracting(slice -> slice.workload().name()).containsExactly("b");
    assertThat(schedule.of(2)).extracting(Timeslice::startTick).containsExactly(0, 1);
    assertThat(schedule.of(0)).isEmpty();
  }

  /** Of these workloads, named before those that are there already, and of those. */
  private static List<List<Integer>> servers(
      int servers, List<Workload> late, List<Integer> starts) {
    Cluster cluster = new Cluster(servers, Stream.concat(late.stream(), THERE.stream()).toList());
    List<Spot> spots = Stream.concat(starts.stream(), Stream.of(0, 0, 0)).map(Spot::at).toList();
    return ServerChoice.schedule(cluster, Packing.of(cluster, Geometry.FREE, Fraction.ONE), spots)
        .timeslices()
        .stream()
        .map(Timeslice::servers)
        .toList();
  }

  private static List<Integer> list(Integer... servers) {
    return List.of(servers);
  }
}
