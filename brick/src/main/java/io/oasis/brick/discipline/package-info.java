/**
 * Who goes to the device next: the disciplines of the papers behind one small interface.
 *
 * <p><b>Problem.</b> A device serves a few I/Os at a time and does not care whose. Several sessions
 * want more than it gives. A discipline stands in front, holds what waits and lets go what fits.
 *
 * <p><b>Model.</b> {@link io.oasis.brick.discipline.Discipline}: I/Os arrive, are asked for, and
 * complete; time is a number handed in. No thread, clock or file, so the same code schedules a real
 * server and years of virtual time. Every one keeps a queue per session and orders sessions, not
 * I/Os, in heaps: an I/O costs the logarithm of the number of sessions that wait.
 *
 * <p><b>The disciplines.</b> Each class states its law, its source and a number one can check.
 *
 * <ul>
 *   <li>{@code none}: first come, first served.
 *   <li>{@code quanta}, {@code quanta-wc}: time slices, the second ends a slice when nothing waits.
 *   <li>{@code argon}: time slices into which only as much is sent as fits; who is idle has none.
 *       With a {@link io.oasis.brick.discipline.Timetable} instead of a ring, several servers keep
 *       the same slices.
 *   <li>{@code sfq(d)}: start-time fair queuing, the smallest start tag first.
 *   <li>{@code edf}, {@code edf-wc}, {@code facade}: nearest deadline first; the first waits while
 *       the deadline allows, the third also bounds what is at the device.
 *   <li>{@code leaky-bucket}: a constant rate for each session.
 *   <li>{@code lottery}: a draw, tickets are shares.
 *   <li>{@code zygaria}: reserves and limits for sessions and pools, surplus to the lowest.
 * </ul>
 *
 * <p>Limits in IOPS and bytes per second hold under all of them, by gates in front ({@link
 * io.oasis.brick.discipline.RateGate}) or, for zygaria, by its own buckets in runs.
 *
 * <p><b>Zygaria, with numbers.</b> A disk does 112 runs a second. Sessions A (reserve 17, limit
 * 45), B (39, none) and C (56, none), all backlogged: a deadline passes every 59, 26 and 18 ms,
 * these I/Os go first and use up 112. Now B and C read near each other and the disk does 150: after
 * the reserves 38 a second are left. They go to whoever has the lowest average, A first (17 against
 * 39 and 56), until A is at its limit of 45 or level with B; the rest lifts A and B together.
 *
 * <p>What is due goes in batches of 4, so C waits 71 ms after each and is at most 4 I/Os behind 56
 * a second by itself; batches of others end when C is due, so they add a device time each and C
 * stays within 8. A reserve that rests keeps 8 I/Os; one that waits for a slow device keeps a
 * second of itself, 56 for C, and is made up for before anything is surplus. Two streams without
 * reserve would cost a seek for every run: the one that is lowest keeps the slack for 16 MiB, 0.4 s
 * at 40 MB/s, or half a second, while nobody is due.
 *
 * <p><b>Limits.</b> What is at the device is out of reach: a discipline that promises latency or
 * shares needs a small depth, one that wants throughput a large one. A session whose next I/O comes
 * only after the last one returned is present only when the discipline waits for it ({@code
 * quanta}, {@code argon}) or the depth is small.
 *
 * <p><b>What to watch.</b> Queue time against device time in the statistics: when the second grows
 * with the depth, the queue is at the device and the discipline decides little.
 */
@NullMarked
package io.oasis.brick.discipline;

import org.jspecify.annotations.NullMarked;
