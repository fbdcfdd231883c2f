package io.oasis.lab.experiment;

/**
 * A curve of one run.
 *
 * @param panel curves of one panel share their axes
 * @param across where its points lie
 */
public record Series(String panel, String name, String unit, Across across, double[] values) {
  /** One point a second. */
  public Series(String panel, String name, String unit, double[] values) {
    this(panel, name, unit, Across.SECONDS, values);
  }

  /**
   * The axis below the curve.
   *
   * @param isLog whether it is drawn by powers; then what lies on it is above 0
   * @param at of each point, rising; none for one a second
   */
  public record Across(String unit, boolean isLog, double[] at) {
    static final Across SECONDS = new Across("s", false, new double[0]);

    /** Drawn by powers. */
    static Across log(String unit, double... at) {
      return new Across(unit, true, at);
    }

    /** Drawn evenly. */
    static Across even(String unit, double... at) {
      return new Across(unit, false, at);
    }
  }

  /** Where a point lies; of one a second the middle of its second. */
  public double x(int point) {
    return across.at.length == 0 ? point + 0.5 : across.at[point];
  }

  /** Where the axis begins. */
  public double from() {
    return across.at.length == 0 ? 0 : across.at[0];
  }

  /** Where the axis ends. */
  public double to() {
    return across.at.length == 0 ? values.length : across.at[across.at.length - 1];
  }
}
