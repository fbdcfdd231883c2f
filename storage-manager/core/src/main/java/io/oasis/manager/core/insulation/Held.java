package io.oasis.manager.core.insulation;

/** What a workload has of a disk's time in each round, and of its cache. */
public record Held(double sliceMicros, double partitionBytes) {}
