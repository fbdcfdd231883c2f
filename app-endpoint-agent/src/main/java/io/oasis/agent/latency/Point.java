package io.oasis.agent.latency;

/**
 * What a queue's reads did in a second or so.
 *
 * @param atSeconds of a monotonic clock
 * @param micros their mean latency, above 0
 * @param perSecond how many there were
 * @param bytes their mean size
 */
record Point(double atSeconds, double micros, double perSecond, double bytes) {}
