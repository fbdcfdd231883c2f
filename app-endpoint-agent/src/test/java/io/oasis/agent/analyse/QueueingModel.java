package io.oasis.agent.analyse;

import java.util.List;

/**
 * A device with a base latency and a capacity, and what applications get of it in a steady state.
 *
 * <p>Everybody sees the same latency R, the smallest for which all together stay within the
 * capacity. A closed loop of depth d and think time Z completes d / (Z + R), an open loop its rate,
 * neither more than its limit. With open loops beyond the capacity everybody gets a proportional
 * part.
 */
final class QueueingModel {
  /** Depth 0 means an open loop of {@code rate}. */
  record Load(double depth, double thinkSeconds, double rate, double limit) {
    static Load closed(double depth) {
      return new Load(depth, 0, 0, Double.POSITIVE_INFINITY);
    }

    static Load thinking(double depth, double thinkSeconds) {
      return new Load(depth, thinkSeconds, 0, Double.POSITIVE_INFINITY);
    }

    static Load open(double rate) {
      return new Load(0, 0, rate, Double.POSITIVE_INFINITY);
    }

    Load limitedTo(double iops) {
      return new Load(depth, thinkSeconds, rate, iops);
    }

    double at(double latency) {
      return Math.min(limit, depth == 0 ? rate : depth / (thinkSeconds + latency));
    }
  }

  record Steady(double[] rates, double latency) {
    double rate() {
      double sum = 0;
      for (double rate : rates) {
        sum += rate;
      }
      return sum;
    }

    double outstanding() {
      return rate() * latency;
    }
  }

  private static final double LONGEST_LATENCY_SECONDS = 10;

  private QueueingModel() {}

  static Steady steady(double capacity, double baseSeconds, List<Load> loads) {
    double low = baseSeconds;
    double high = LONGEST_LATENCY_SECONDS;
    if (total(loads, low) > capacity) {
      for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (total(loads, middle) > capacity) {
          low = middle;
        } else {
          high = middle;
        }
      }
    }
    double latency = total(loads, baseSeconds) > capacity ? high : baseSeconds;
    double fits = Math.min(1, capacity / Math.max(1e-9, total(loads, latency)));
    double[] rates = loads.stream().mapToDouble(load -> load.at(latency) * fits).toArray();
    return new Steady(rates, latency);
  }

  private static double total(List<Load> loads, double latency) {
    return loads.stream().mapToDouble(load -> load.at(latency)).sum();
  }
}
