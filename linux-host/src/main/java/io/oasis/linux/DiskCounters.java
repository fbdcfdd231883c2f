package io.oasis.linux;

/**
 * A line of {@code /proc/diskstats}, see Documentation/admin-guide/iostats.rst. All but {@code
 * inFlight} only grow, until they wrap or the device is a new one.
 *
 * @param inFlight I/Os in the device now
 * @param busyMillis time with at least one I/O in flight; 32 bits wide, as all times here
 * @param queueMillis time weighted by the I/Os in flight
 */
public record DiskCounters(
    DeviceNumber number,
    String name,
    Completed reads,
    Completed writes,
    long inFlight,
    long busyMillis,
    long queueMillis) {
  /**
   * I/Os of one direction that came back.
   *
   * @param merged I/Os that became part of another one, and are not counted as operations
   * @param millis time of all of them together
   */
  public record Completed(long operations, long merged, long sectors, long millis) {}
}
