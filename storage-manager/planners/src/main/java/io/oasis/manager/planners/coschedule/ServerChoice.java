package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Turns spots into timeslices: where any servers will do, a slice takes neighbours if so many are
 * free together (the tightest such gap), otherwise the lowest free ones. There always are enough,
 * because at no time more are wanted than there are.
 */
final class ServerChoice {
  private final BitSet busy = new BitSet();
  private final PriorityQueue<Timeslice> running =
      new PriorityQueue<>(Comparator.comparingInt(Timeslice::endTick));
  private final int servers;

  private ServerChoice(int servers) {
    this.servers = servers;
  }

  static Schedule schedule(Cluster cluster, Packing packing, List<Spot> spots) {
    ServerChoice choice = new ServerChoice(cluster.servers());
    Timeslice[] slices = new Timeslice[spots.size()];
    List<Integer> byStart =
        IntStream.range(0, spots.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> spots.get(i).start()))
            .toList();
    int end = cluster.unitTicks();
    for (int i : byStart) {
      Spot spot = spots.get(i);
      Box box = packing.boxes().get(i);
      List<Integer> chosen =
          switch (packing.geometry()) {
            case FREE -> choice.at(spot.start(), box.servers());
            case CONTIGUOUS -> range(spot.server(), box.servers());
          };
      slices[i] = new Timeslice(cluster.workloads().get(i), spot.start(), box.ticks(), chosen);
      choice.take(slices[i]);
      end = StrictMath.max(end, slices[i].endTick());
    }
    return new Schedule(cluster.servers(), end, cluster.unitTicks(), List.of(slices));
  }

  private List<Integer> at(int tick, int wanted) {
    while (!running.isEmpty() && running.element().endTick() <= tick) {
      running.remove().servers().forEach(busy::clear);
    }
    int best = -1;
    int tightest = Integer.MAX_VALUE;
    for (int from = busy.nextClearBit(0); from < servers; ) {
      int next = busy.nextSetBit(from);
      int to = next < 0 ? servers : StrictMath.min(next, servers);
      if (to - from >= wanted && to - from < tightest) {
        best = from;
        tightest = to - from;
      }
      from = busy.nextClearBit(to);
    }
    return best >= 0 ? range(best, wanted) : lowest(wanted);
  }

  private List<Integer> lowest(int wanted) {
    List<Integer> lowest = new ArrayList<>();
    for (int server = busy.nextClearBit(0);
        lowest.size() < wanted;
        server = busy.nextClearBit(server + 1)) {
      lowest.add(server);
    }
    return lowest;
  }

  private void take(Timeslice slice) {
    slice.servers().forEach(busy::set);
    running.add(slice);
  }

  private static List<Integer> range(int first, int count) {
    return IntStream.range(first, first + count).boxed().toList();
  }
}
