/**
 * What a domain can carry: learned, never typed in and never a benchmark at boot.
 *
 * <p><b>Problem.</b> Nobody knows the capacity of a shared device: it depends on the access
 * pattern, moves with rebuilds and garbage collection, and can only be seen while somebody asks for
 * more than there is. Ceph's start-up benchmark has measured 600 and 2,200 IOPS on two disks of one
 * kind.
 *
 * <p><b>Model.</b> The agents say of each LUN and interval whether more depth still buys throughput
 * ({@link io.oasis.protocol.LunReport.Pressure}). Throughput of a saturated interval is a
 * measurement of capacity; throughput of a relaxed one is only a lower bound. The estimate is an
 * interval around the smoothed measurements. LUNs of a domain count by the depth that waits at
 * them: one that is starved does little and says most. Where saturated throughput does not agree
 * with itself or with what is known (an elevator that serves one stream for seconds), the mean of
 * eight intervals counts; while one that waits is starved, nothing else does. The load at which
 * that begins is remembered for ten minutes, and 95 % of it are shared out at most.
 *
 * <p><b>Worked numbers.</b> An array of 1,000 IOPS: three saturated intervals of 1,010, 1,020 and
 * 1,015 give the interval 985 to 1,045 (3 % each way). The array drops to 600: the first interval
 * of 610 is an outlier and is remembered, the second confirms it: change point, 592 to 628. It goes
 * back to 1,000: with limits of 1.03 x 1.03 x 610 = 647 in all, the device is relaxed although
 * somebody stands at a limit, so the upper end grows by 2, 4, 8, 16 % an interval until it
 * saturates again.
 *
 * <p>A device in use for a part u of the time that carries X then would carry X / u in all of it
 * (the utilisation law), with queues as deep as now. So X / u is what a saturated interval measures
 * where limits leave idle moments, as the kernel does that lets I/O go in slices; and 95 % of it is
 * tried at once where limits hold a domain back. In the example: 647 with 65 % in use is tried at
 * 945. Only a domain of one LUN is known to be idle when its LUN is.
 *
 * <p>A device that stalls makes up for it afterwards, so only the average of a run of relaxed
 * intervals counts as more capacity; and what was tried in vain is forgotten with the second
 * saturated measurement on end that agrees with the last ones. What is tried because nothing else
 * explains why limits bind on a relaxed device is taken back after ten intervals that carried no
 * more, and tried again after twenty, forty, and so on.
 *
 * <p><b>Limits.</b> A domain that never saturates has no upper end, and nothing is limited there. A
 * capacity that falls while nobody asks for it goes unnoticed until somebody does.
 */
@NullMarked
package io.oasis.manager.core.capacity;

import org.jspecify.annotations.NullMarked;
