package io.oasis.linux;

/**
 * A line of {@code /proc/diskstats}, see Documentation/admin-guide/iostats.rst. All but {@code
 * inFlight} only grow, until they wrap or the device is a new one.
 *
 * @param readMillis time of all reads together; 32 bits wide, as {@code writeMillis}, {@code
 *     busyMillis} and {@code queueMillis}
 * @param inFlight I/Os in the device now
 * @param busyMillis time with at least one I/O in flight
 * @param queueMillis time weighted by the I/Os in flight
 */
public record DiskCounters(
    DeviceNumber number,
    String name,
    long reads,
    long readSectors,
    long readMillis,
    long writes,
    long writeSectors,
    long writeMillis,
    long inFlight,
    long busyMillis,
    long queueMillis) {}
