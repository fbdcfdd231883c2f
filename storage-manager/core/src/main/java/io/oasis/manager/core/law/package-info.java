/**
 * Whom to limit on one device, and to what: nobody who takes less than its share, nobody while no
 * one gains by it, and never on a guess about what the device could do.
 *
 * <p><b>Problem.</b> What an application gets says little about what it wants. One that has a
 * single I/O outstanding beside one that has 32 gets a 33rd of a device that serves in order of
 * arrival, and looks as if it wanted no more. Neither does what a device completes say what it
 * could complete: under limits it completes what they let in. A controller that takes either for
 * the truth limits the innocent, or talks a device down to nothing.
 *
 * <p><b>Law.</b> Everything is a question, and what is measured is the answer:
 *
 * <ol>
 *   <li><i>Open.</i> Nobody is limited. What completes is what there is. When I/Os wait in the
 *       device, and somebody takes more than its share while somebody else takes less, a question
 *       is worth its price.
 *   <li><i>Asking.</i> Those who take too much are cut a little, for about a second. Who takes less
 *       and now takes more is {@link io.oasis.manager.core.law.Wish.Appetite#HUNGRY}; who does not,
 *       although the latency fell, is {@link io.oasis.manager.core.law.Wish.Appetite#CONTENT} with
 *       what it has. If nobody gains, the cut is withdrawn, and the next question waits longer each
 *       time, unless the company or the device is another one: {@link
 *       io.oasis.manager.core.law.Patience}. Where somebody gains and less is done, it is asked the
 *       other way round what I/Os cost: {@link io.oasis.manager.core.law.Exchange}.
 *   <li><i>Holding.</i> Those above the level of a fair filling are held to it. The smallest takers
 *       stay free, so that they take up whatever the others leave; what they leave untaken sets the
 *       limits free at once.
 *   <li><i>Checking.</i> When less completes than did without limits, all limits are lifted for a
 *       second. Either the device has become slower, or the limits cost too much and are eased.
 * </ol>
 *
 * <p><b>Elasticity.</b> An application with a fixed number of I/Os outstanding gets that number
 * divided by the latency: its rate falls by as much as the latency rises. One whose requests come
 * from outside does not care. The slope of log rate over log latency, -1 or 0, tells them apart,
 * with an error that says when it does not: {@link io.oasis.manager.core.law.Elasticity}. Where
 * latency moves by itself, this answers before anybody is cut.
 *
 * <p><b>Worked example.</b> Depths 32 and 1 on a device of 1,000 I/Os a second: 970 and 30 at 33
 * ms. The level is 500 each. The deep one is cut by 176, which is four standard deviations of its
 * rate, to 794; a second later the other has 206 and the latency is 4.9 ms: log(206/30) /
 * log(33/4.9) = 1.01, hungry. The deep one is held to 500, the other, which is free, gets 500.
 *
 * <p><b>Left out.</b> A device may do others first for as long as they go on. Who has I/Os in it
 * that it does not get to is there, whatever its counters say, and is starved when it is served
 * under a cut: {@link io.oasis.manager.core.law.Sides#served}.
 *
 * <p><b>Kept out.</b> Where first come is first served, a loop gains by a cut what the latency
 * falls. Who gains more was kept out by an order of the device's own: limits are set again as soon
 * as it gets much less than it was seen to need, and not lifted to see what they cost. Who is
 * limited may be kept out by the others in turn; these are held, too: {@link
 * io.oasis.manager.core.law.Behind}.
 *
 * <p><b>Early, and meanwhile.</b> What a question says is plain before its time where what is freed
 * is left: {@link io.oasis.manager.core.law.Early}. Who comes while it is open says nothing of it.
 * Who takes no more than it did of its own accord before has gained nothing by it: {@link
 * io.oasis.manager.core.law.Usual}. Limits that are set again without a question tell of costs what
 * one would have: {@link io.oasis.manager.core.law.Windfall}.
 *
 * <p><b>Open loops.</b> All that one sends while it is cut is late. Whose requests came all the
 * same when it was is known, and is cut for others half a hundredth of its time: {@link
 * io.oasis.manager.core.law.Spared}.
 *
 * <p><b>Price.</b> Each stop of a neighbour costs an interval or two in which limits leave
 * something idle. Where that is more than a twentieth of the total, {@link
 * io.oasis.manager.core.law.Purse} keeps limits away for a while.
 *
 * <p><b>Limits.</b> Bursts shorter than an interval are not seen. On a device that needs many
 * outstanding I/Os to be fast, fairness and total exclude each other: at most {@link
 * io.oasis.manager.core.law.ReleaseCheck#PRICE} of the total is given for it. Costs are learned for
 * reads and writes of a size, so two applications that do about the same are never told apart by
 * cost.
 *
 * <p><b>What to watch.</b> {@link io.oasis.manager.core.law.CausalLaw#notes()} has each question,
 * its answer, and why limits came or went.
 */
@NullMarked
package io.oasis.manager.core.law;

import org.jspecify.annotations.NullMarked;
