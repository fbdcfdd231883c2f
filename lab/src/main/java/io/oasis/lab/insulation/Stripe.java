package io.oasis.lab.insulation;

import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import java.util.List;

/**
 * Data striped over several bricks: a request is answered when each of them has read or written its
 * fragment. Requests are numbered; on the way to each brick they take a time of their own, so they
 * do not arrive everywhere in the same order.
 */
public final class Stripe implements Target {
  private final Timeline time;
  private final List<Target> servers;
  private final long mostOnTheWayNanos;
  private final Chance chance;
  private long lastId;

  public Stripe(Timeline time, List<Target> servers, long mostOnTheWayNanos, Chance chance) {
    this.time = time;
    this.servers = List.copyOf(servers);
    this.mostOnTheWayNanos = mostOnTheWayNanos;
    this.chance = chance;
  }

  @Override
  public void submit(Access access, Runnable done) {
    long id = ++lastId;
    int[] missing = {servers.size()};
    for (Target server : servers) {
      time.after(
          chance.below(mostOnTheWayNanos),
          () ->
              server.submit(
                  access.numbered(id),
                  () -> {
                    if (--missing[0] == 0) {
                      done.run();
                    }
                  }));
    }
  }
}
