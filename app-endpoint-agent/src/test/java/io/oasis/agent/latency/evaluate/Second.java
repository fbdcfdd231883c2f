package io.oasis.agent.latency.evaluate;

/**
 * What a queue did in a second.
 *
 * @param reads how many, 0 when there were none
 * @param micros their mean latency
 * @param bytes their mean size
 * @param held what waits behind a limit of ours at its end
 */
record Second(int reads, double micros, double bytes, double held) {}
