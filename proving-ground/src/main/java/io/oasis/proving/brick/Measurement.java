package io.oasis.proving.brick;

/**
 * What one run of a load against one server gave.
 *
 * @param cpuMicros processor time that the server's process took per I/O; 0 when it leaves its work
 *     to others
 */
record Measurement(double iops, double cpuMicros) {}
