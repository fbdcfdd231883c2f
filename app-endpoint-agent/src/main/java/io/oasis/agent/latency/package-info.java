/**
 * The latency commodity: notices that the latency of a queue has shifted.
 *
 * <p><b>Problem.</b> Nobody says what latency an application needs. So what it once had is taken as
 * what it is used to, and a lasting rise above that is a reason to ask (OASIS, section 3.3.2).
 * Whoever asks without a reason is switched off.
 *
 * <p><b>Model.</b> Counters give one mean over the reads of each second: a point. Its logarithm is
 * compared with what is expected at this time under this load ({@link
 * io.oasis.agent.latency.Expectation}): a level that follows over days, the rhythm of day and week,
 * and rising functions of the application's own rate and block size. What is left lies around 0 as
 * the base says ({@link io.oasis.agent.latency.Shape}), a distribution over bins.
 *
 * <p><b>Law.</b> The paper's maximal cross-correlation of the latencies of now with the base, for a
 * variety of shifts, on the logarithm of the base: {@code sum over i of now(i) x ln base(i - s)}.
 * That less its value at {@code s = 0} is the evidence for a shift by s, in nats: how much more
 * likely the latencies of now are with the shift than without. It is summed over the last 16 to
 * 16,384 points ({@link io.oasis.agent.latency.Scales}), divided by how much more such sums vary
 * than those of independent points, and told from {@code ln(points in a week x cost of a point) +
 * 4} nats on. Two more alternatives make the slowest fifth or the slowest 3 % more frequent: a tail
 * that grows is a shift, also where the mean stays.
 *
 * <p><b>Worked.</b> Points that deviate by 27 % (four reads a second that deviate by 50 % each),
 * all 1.2 times as high: a point says {@code ln(1.2)^2 / (2 x 0.27^2) = 0.23} nats on average. A
 * week has 604,800 points, of which each costs about 0.2: {@code ln(121,000) + 4 = 15.7} nats, 68
 * points.
 *
 * <p><b>Base.</b> It follows both ways and slowly, and nothing is learned while something has
 * shifted. A scale compares with what came before over 16 times its length, but never with less
 * than the slowest does: a good hour does not make the next one a bad one. What has lasted a day is
 * usual.
 *
 * <p><b>Limits.</b> Evidence says that latencies have shifted, not why. In the first hours only
 * large steps are told, before a week is over every first is a surprise. Drifts that take days are
 * followed. Load that was never seen says nothing. The paper's own detector is {@link
 * io.oasis.agent.latency.LatencyShiftDetector}; how often each is wrong and how late: {@code
 * docs/latency-detector.md}.
 *
 * <p><b>What to watch.</b> Whatever passes by itself within five minutes and came twice is waited
 * for ({@link io.oasis.agent.latency.Passing}), and evidence that comes up every few hours raises
 * what is enough ({@link io.oasis.agent.latency.Guard}): both make a real shift later where they
 * are needed.
 */
@NullMarked
package io.oasis.agent.latency;

import org.jspecify.annotations.NullMarked;
