package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One round of a cluster, repeated indefinitely: when each workload has which servers, the same
 * time on all of them.
 *
 * @param roundTicks length of the round
 * @param unitTicks ticks that a share of 1 stands for
 * @param timeslices in the order of the workloads, one each
 */
public record Schedule(int servers, int roundTicks, int unitTicks, List<Timeslice> timeslices) {
  public Schedule {
    timeslices = List.copyOf(timeslices);
    List<List<Timeslice>> byServer = new ArrayList<>();
    for (int server = 0; server < servers; server++) {
      byServer.add(new ArrayList<>());
    }
    for (Timeslice slice : timeslices) {
      require(slice.endTick() <= roundTicks, slice, "ends after the round");
      require(slice.servers().size() == slice.workload().servers(), slice, "has too few servers");
      require(
          (long) slice.ticks() * slice.workload().share().denominator()
              >= (long) unitTicks * slice.workload().share().numerator(),
          slice,
          "is shorter than its share");
      slice.servers().forEach(server -> byServer.get(server).add(slice));
    }
    for (List<Timeslice> slices : byServer) {
      slices.sort(Comparator.comparingInt(Timeslice::startTick));
      for (int i = 1; i < slices.size(); i++) {
        require(
            slices.get(i - 1).endTick() <= slices.get(i).startTick(),
            slices.get(i),
            "overlaps with " + slices.get(i - 1).workload().name());
      }
    }
  }

  private static void require(boolean holds, Timeslice slice, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException("timeslice = " + slice + ": " + otherwise);
    }
  }

  /** What a workload gets at least of its share: 1, or less where the round had to be longer. */
  public Fraction rClustering() {
    return new Fraction(unitTicks, roundTicks);
  }

  /** Part of the servers' time that is given to workloads. */
  public double used() {
    long area = timeslices.stream().mapToLong(s -> (long) s.ticks() * s.servers().size()).sum();
    return (double) area / ((long) servers * roundTicks);
  }

  /** What a server does, in the order of time. */
  public List<Timeslice> of(int server) {
    return timeslices.stream()
        .filter(slice -> slice.servers().contains(server))
        .sorted(Comparator.comparingInt(Timeslice::startTick))
        .toList();
  }
}
