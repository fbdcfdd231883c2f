package io.oasis.manager.solver;

import com.google.ortools.Loader;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.CumulativeConstraint;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.NoOverlap2dConstraint;
import io.oasis.manager.planners.coschedule.Box;
import io.oasis.manager.planners.coschedule.ExactSolver;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Packing;
import io.oasis.manager.planners.coschedule.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OR-Tools CP-SAT. On any servers a packing is a cumulative constraint on start times; on
 * neighbours it is one of rectangles that do not overlap besides.
 *
 * <p>One worker, a fixed seed and a limit in deterministic time, not in seconds.
 */
public final class CpSatSolver implements ExactSolver {
  private static final int SEED = 1;

  /** Why the native library cannot be used; null once it is loaded. */
  private static final class Library {
    static final @Nullable String TROUBLE = load();

    private static @Nullable String load() {
      try {
        Loader.loadNativeLibraries();
        return null;
      } catch (RuntimeException | LinkageError e) {
        return "the native library of OR-Tools cannot be loaded: " + e.getMessage();
      }
    }
  }

  @Override
  public Answer solve(Packing packing, double work) {
    String trouble = Library.TROUBLE;
    return trouble == null ? new Model(packing).solve(work) : new Answer.Unknown(trouble);
  }

  private static final class Model {
    private final CpModel model = new CpModel();
    private final List<IntVar> starts = new ArrayList<>();
    private final List<IntVar> servers = new ArrayList<>();

    Model(Packing packing) {
      CumulativeConstraint use = model.addCumulative(packing.servers());
      List<IntervalVar> times = new ArrayList<>();
      for (Box box : packing.boxes()) {
        IntVar start = model.newIntVar(0, packing.ticks() - box.ticks(), "start");
        IntervalVar time = model.newFixedSizeIntervalVar(start, box.ticks(), "time");
        use.addDemand(time, box.servers());
        starts.add(start);
        times.add(time);
      }
      if (packing.geometry() == Geometry.CONTIGUOUS) {
        addRectangles(packing, times);
      }
      orderEqualBoxes(packing);
    }

    private void addRectangles(Packing packing, List<IntervalVar> times) {
      NoOverlap2dConstraint rectangles = model.addNoOverlap2D();
      CumulativeConstraint use = model.addCumulative(packing.ticks());
      for (int i = 0; i < times.size(); i++) {
        Box box = packing.boxes().get(i);
        IntVar first = model.newIntVar(0, packing.servers() - box.servers(), "first");
        IntervalVar rows = model.newFixedSizeIntervalVar(first, box.servers(), "rows");
        rectangles.addRectangle(times.get(i), rows);
        use.addDemand(rows, box.ticks());
        servers.add(first);
      }
    }

    /** Equal boxes may be exchanged: the first starts first. */
    private void orderEqualBoxes(Packing packing) {
      Map<Box, IntVar> last = new HashMap<>();
      for (int i = 0; i < starts.size(); i++) {
        IntVar before = last.put(packing.boxes().get(i), starts.get(i));
        if (before != null) {
          model.addLessOrEqual(before, starts.get(i));
        }
      }
    }

    Answer solve(double work) {
      CpSolver solver = new CpSolver();
      solver.getParameters().setNumWorkers(1).setRandomSeed(SEED).setMaxDeterministicTime(work);
      CpSolverStatus status = solver.solve(model);
      return switch (status) {
        case OPTIMAL, FEASIBLE -> new Answer.Found(spots(solver));
        case INFEASIBLE -> new Answer.Infeasible();
        case UNKNOWN -> new Answer.Unknown("not decided within the work allowed");
        case MODEL_INVALID, UNRECOGNIZED ->
            throw new IllegalStateException("model = " + model.validate() + ": must be valid");
      };
    }

    private List<Spot> spots(CpSolver solver) {
      List<Spot> spots = new ArrayList<>();
      for (int i = 0; i < starts.size(); i++) {
        spots.add(
            new Spot(
                (int) solver.value(starts.get(i)),
                servers.isEmpty() ? 0 : (int) solver.value(servers.get(i))));
      }
      return spots;
    }
  }
}
