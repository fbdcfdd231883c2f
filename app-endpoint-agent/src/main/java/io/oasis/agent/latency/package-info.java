/**
 * The latency commodity: notices that the latency of a queue has shifted.
 *
 * <p><b>Problem.</b> Nobody says what latency an application needs. So what it once had is taken as
 * what it is used to, and a lasting rise above that is a reason to ask (OASIS, section 3.3.2).
 *
 * <p><b>Model.</b> The latencies of a base period and of the current period are kept as
 * distributions: counts over bins of latency. When they came does not matter. Bins of equal ratio
 * make a slower device a shift by the same number of bins at 100 us and at 10 ms.
 *
 * <p><b>Law.</b> The shift is the s with the largest cross-correlation {@code sum over i of base(i)
 * x current(i + s)}; both distributions are blurred a little first, because counts of some hundred
 * latencies are ragged. A negative shift makes the current period the base. A shift of at least the
 * threshold is a latency request.
 *
 * <p><b>Worked.</b> Bins of 5 %: base around 1.00 ms, current around 1.28 ms: 1.05^5 = 1.276, so
 * the correlation peaks at s = 5; the latency wanted back is today's mean / 1.05^5.
 *
 * <p><b>Limits.</b> A peak of the correlation is a move of the distribution's <em>bulk</em>. When
 * latencies have two modes (cache hits and misses) and only the mix changes, no mode moves and the
 * shift of single I/Os stays 0, however much the mean rises. What must be compared then are means
 * over some I/Os each ({@link io.oasis.agent.latency.PointMeans}), which is also what counters of
 * an interval give. How often it is wrong and how late it is: {@code docs/latency-detector.md}.
 *
 * <p><b>What to watch.</b> The base only falls, so one lucky period makes every later one look
 * slow; the least shift that replaces the base is therefore a parameter too.
 */
@NullMarked
package io.oasis.agent.latency;

import org.jspecify.annotations.NullMarked;
