package io.oasis.brick.discipline;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a session is served while it has the device to itself: what a planner of slices wants to know
 * of it, learned in its own slices.
 *
 * @param depth I/Os that it keeps waiting or at the device, mean
 * @param nanosByDepth mean time from one completion to the next, by how many were at the device;
 *     only depths that have been seen often enough
 */
public record Served(double depth, SortedMap<Integer, Double> nanosByDepth) {
  public Served {
    nanosByDepth = Collections.unmodifiableSortedMap(new TreeMap<>(nanosByDepth));
  }
}
