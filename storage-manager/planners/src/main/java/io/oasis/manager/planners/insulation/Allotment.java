package io.oasis.manager.planners.insulation;

/** What a workload has of a disk's time in each round, and of its cache. */
public record Allotment(double sliceMicros, double partitionBytes) {}
