/**
 * When each workload of a cluster has which servers.
 *
 * <p><b>Problem.</b> Data striped over several servers is only there when the last of them has
 * answered. If each server divides its time into slices by itself, a client waits for the slice
 * that is farthest away: one request per round. So a workload must have its slice at the same time
 * on all its servers (Wachs and Ganger, Co-scheduling of disk head time in cluster-based storage).
 *
 * <p><b>Model.</b> A round is a rectangle, servers by time. A workload is a box in it: so many
 * servers, its share of the round, neither divided nor turned. Shares are exact fractions; a tick
 * is one over their least common denominator, so all that can be packed can be packed on whole
 * ticks. R_clustering below 1 makes the round longer than the shares by its inverse (section 3.5):
 * with thirds and quarters a tick is 1/12, a round has 12 ticks at R_clustering 1 and 13 at 0.9.
 *
 * <p><b>Law.</b> A {@link io.oasis.manager.planners.coschedule.Schedule} checks itself: no server
 * has two slices at a time, each workload has its servers and its share. {@link
 * io.oasis.manager.planners.coschedule.Coscheduler} looks for one by counting ({@code Bounds}), by
 * the paper's four heuristics and what is near them ({@code ParallelSearch}, {@code NearbyOrders}),
 * and by a solver behind a port ({@link io.oasis.manager.planners.coschedule.ExactSolver}). What it
 * says to be impossible is proved to be, and a small set of workloads that cannot be placed
 * together is named.
 *
 * <p>By default any servers may serve a workload. Then boxes are divided along the servers, and a
 * schedule is a start time for each workload with never more servers wanted than there are. Where
 * they must be neighbours, as in the paper, the same question without that condition comes first:
 * its no is also the answer to this one.
 *
 * <p><b>Worked (section 4.4).</b> (7, 1/6), (5, 1/3), (3, 1/2), (5, 1/2), (5, 1/2) on ten servers:
 * together the whole time of 9 1/3 servers, in ticks of 1/6. The third takes three servers for the
 * first three ticks, the first the seven others for one tick and the second five of these for the
 * next two; the last two stand side by side for the other three ticks: R_clustering 1.
 *
 * <p><b>Limits.</b> Servers are alike, and a slice is not divided over the end of the round. Which
 * servers have room for the data is not asked. Work is counted in steps, not in seconds, so the
 * same cluster gets the same schedule on every machine; a large cluster that leaves no room may
 * stay undecided.
 */
@NullMarked
package io.oasis.manager.planners.coschedule;

import org.jspecify.annotations.NullMarked;
