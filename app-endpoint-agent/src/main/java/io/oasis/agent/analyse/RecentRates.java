package io.oasis.agent.analyse;

/** The last few rates of a queue, and a high estimate of what it does when it can. */
final class RecentRates {
  /** Chosen: enough for a deviation, few enough to follow an application. */
  private static final int USUAL_INTERVALS = 5;

  /** Two rates in a row under this part of the estimate: the application changed. */
  private static final double DROPPED = 0.5;

  private final double[] rates;
  private int count;

  RecentRates() {
    this(USUAL_INTERVALS);
  }

  RecentRates(int capacity) {
    rates = new double[capacity];
  }

  void add(double rate) {
    if (count == rates.length) {
      System.arraycopy(rates, 1, rates, 0, rates.length - 1);
      count--;
    }
    rates[count++] = rate;
  }

  void clear() {
    count = 0;
  }

  boolean isFull() {
    return count == rates.length;
  }

  double mean() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += rates[i];
    }
    return count == 0 ? 0 : sum / count;
  }

  /** Mean and two deviations, no more than the highest; of the last two only after a drop. */
  double high() {
    double estimate = highEstimate();
    if (count > 2 && Math.max(rates[count - 1], rates[count - 2]) < DROPPED * estimate) {
      double[] lastTwo = {rates[count - 2], rates[count - 1]};
      clear();
      add(lastTwo[0]);
      add(lastTwo[1]);
      estimate = highEstimate();
    }
    return estimate;
  }

  private double highEstimate() {
    double mean = mean();
    double squares = 0;
    double highest = 0;
    for (int i = 0; i < count; i++) {
      squares += (rates[i] - mean) * (rates[i] - mean);
      highest = Math.max(highest, rates[i]);
    }
    double deviation = count == 0 ? 0 : StrictMath.sqrt(squares / count);
    double last = count == 0 ? 0 : rates[count - 1];
    return Math.max(last, Math.min(highest, mean + 2 * deviation));
  }
}
