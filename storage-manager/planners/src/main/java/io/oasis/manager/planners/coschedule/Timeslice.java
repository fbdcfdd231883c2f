package io.oasis.manager.planners.coschedule;

import java.util.List;

/**
 * When and where a workload is served in each round.
 *
 * @param startTick since the beginning of the round
 * @param servers numbered from 0, ascending
 */
public record Timeslice(Workload workload, int startTick, int ticks, List<Integer> servers) {
  public Timeslice {
    servers = List.copyOf(servers);
  }

  public int endTick() {
    return startTick + ticks;
  }
}
