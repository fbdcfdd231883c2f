package io.oasis.lab.experiment;

/**
 * A curve of one run, one point a second.
 *
 * @param panel curves of one panel share their axes
 */
public record Series(String panel, String name, String unit, double[] values) {}
