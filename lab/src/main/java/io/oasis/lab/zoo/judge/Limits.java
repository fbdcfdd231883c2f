package io.oasis.lab.zoo.judge;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.site.Run;
import java.util.ArrayList;
import java.util.List;

/** How calm the limits of one application were. */
final class Limits {
  /** A smaller change, as a part, is none. */
  private static final double DEAD_BAND = 0.05;

  private static final double TEN_MINUTES = 600;
  private static final double HOUR = 3_600;

  private final ApplicationSpec application;
  private final List<Run.Move> moves;

  Limits(Run run, int application) {
    this.application = run.scenario().applications().get(application);
    moves = run.moves().stream().filter(move -> move.application() == application).toList();
  }

  /** Limits written in an hour, from a second on to another. */
  double pushesPerHour(double from, double to) {
    Throttle last = before(from);
    int pushes = 0;
    for (Run.Move move : moves) {
      if (move.second() >= from && move.second() < to) {
        pushes += move.throttle().equals(last) ? 0 : 1;
        last = move.throttle();
      }
    }
    return pushes * HOUR / (to - from);
  }

  private Throttle before(double second) {
    Throttle last = Throttle.NONE;
    for (Run.Move move : moves) {
      last = move.second() < second ? move.throttle() : last;
    }
    return last;
  }

  /** How often it turned back in ten minutes, beyond the dead band; of the worse direction. */
  double reversalsPerTenMinutes(double from, double to) {
    double reads = reversals(from, to, true);
    double writes = reversals(from, to, false);
    return StrictMath.max(reads, writes) * TEN_MINUTES / (to - from);
  }

  private int reversals(double from, double to, boolean reads) {
    List<Double> values = new ArrayList<>(List.of(iops(before(from), reads)));
    moves.stream()
        .filter(move -> move.second() >= from && move.second() < to)
        .forEach(move -> values.add(iops(move.throttle(), reads)));
    double turn = values.getFirst();
    int way = 0;
    int reversals = 0;
    for (double value : values) {
      int now = way(turn, value);
      if (now != 0) {
        reversals += way != 0 && now != way ? 1 : 0;
        way = now;
        turn = value;
      } else if (way > 0 == value > turn) {
        turn = way == 0 ? turn : value;
      }
    }
    return reversals;
  }

  private static int way(double from, double to) {
    if (from == to || StrictMath.abs(to / from - 1) <= DEAD_BAND) {
      return 0;
    }
    return to > from ? 1 : -1;
  }

  /** What a throttle allows of a direction in I/Os a second, at the application's size. */
  double iops(Throttle throttle, boolean reads) {
    double iops =
        unlimited(throttle.get(reads ? Throttle.Part.READ_IOPS : Throttle.Part.WRITE_IOPS));
    double bytes =
        unlimited(throttle.get(reads ? Throttle.Part.READ_BYTES : Throttle.Part.WRITE_BYTES));
    return StrictMath.min(iops, bytes / bytes());
  }

  private static double unlimited(double limit) {
    return limit == 0 ? Double.POSITIVE_INFINITY : limit;
  }

  private int bytes() {
    return application.stages().stream()
        .filter(stage -> !(stage.load() instanceof Load.Idle))
        .mapToInt(StageSpec::bytes)
        .max()
        .orElse(4_096);
  }

  /** What it allows in I/Os a second at each whole second; infinite where there is no limit. */
  double[] bySecond(int seconds) {
    double[] limits = new double[seconds];
    double reads = application.stages().stream().mapToDouble(StageSpec::reads).max().orElse(1);
    double writes = 1 - application.stages().stream().mapToDouble(StageSpec::reads).min().orElse(1);
    Throttle now = Throttle.NONE;
    int next = 0;
    for (int second = 0; second < seconds; second++) {
      while (next < moves.size() && moves.get(next).second() <= second) {
        now = moves.get(next++).throttle();
      }
      double read = reads > 0 ? iops(now, true) : 0;
      double write = writes > 0 ? iops(now, false) : 0;
      limits[second] = read + write;
    }
    return limits;
  }
}
