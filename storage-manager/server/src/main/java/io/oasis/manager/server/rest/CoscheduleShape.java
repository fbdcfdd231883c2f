package io.oasis.manager.server.rest;

import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Geometry;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.Schedule;
import io.oasis.manager.planners.coschedule.Timeslice;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.planners.coschedule.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of planning a round, in JSON.
 *
 * @param result PLANNED, IMPOSSIBLE or UNDECIDED
 * @param schedule where there is one
 * @param conflict where it is impossible
 * @param why where it is undecided
 */
public record CoscheduleShape(
    String result,
    Geometry geometry,
    @Nullable ScheduleShape schedule,
    @Nullable ConflictShape conflict,
    @Nullable String why,
    List<Attempt> attempts) {

  /**
   * A cluster and what is wanted of it.
   *
   * @param servers of the cluster
   * @param geometry FREE when absent
   * @param rClustering tried first, such as 1 or 0.95; 1 when absent
   * @param leastRClustering still acceptable; 0.9, or rClustering if that is less, when absent
   */
  public record Request(
      @Nullable Integer servers,
      @Nullable Geometry geometry,
      @Nullable String rClustering,
      @Nullable String leastRClustering,
      @Nullable List<@Nullable Asked> workloads) {}

  /**
   * A workload.
   *
   * @param name its place in the list when absent
   * @param servers over which it is striped
   * @param share of the time of each, such as 1/3 or 0.25
   */
  public record Asked(@Nullable String name, @Nullable Integer servers, @Nullable String share) {}

  /**
   * One round, repeated indefinitely.
   *
   * @param rClustering what each workload gets at least of its share
   * @param unitTicks ticks of a share of 1
   * @param used part of the servers' time that is given
   */
  public record ScheduleShape(
      int servers,
      double rClustering,
      int roundTicks,
      int unitTicks,
      double used,
      List<Slice> timeslices) {}

  /** When a workload has which servers, numbered from 0. */
  public record Slice(String workload, int startTick, int ticks, List<Integer> servers) {}

  /** Workloads that cannot be placed together, and why. */
  public record ConflictShape(String kind, List<String> workloads, String words) {}

  /** What was tried. */
  public record Attempt(String rClustering, String by, String outcome) {}

  private static final Fraction LEAST = new Fraction(9, 10);

  public static CoscheduleShape of(Geometry geometry, Plan plan) {
    List<Attempt> attempts =
        plan.attempts().stream()
            .map(each -> new Attempt(each.rClustering().toString(), each.by(), each.outcome()))
            .toList();
    return switch (plan.result()) {
      case Plan.Planned planned ->
          new CoscheduleShape("PLANNED", geometry, shape(planned.schedule()), null, null, attempts);
      case Plan.Impossible impossible ->
          new CoscheduleShape(
              "IMPOSSIBLE",
              geometry,
              null,
              new ConflictShape(
                  impossible.conflict().kind().name(),
                  impossible.conflict().workloads().stream().map(Workload::name).toList(),
                  impossible.conflict().words()),
              null,
              attempts);
      case Plan.Undecided undecided ->
          new CoscheduleShape("UNDECIDED", geometry, null, null, undecided.why(), attempts);
    };
  }

  private static ScheduleShape shape(Schedule schedule) {
    return new ScheduleShape(
        schedule.servers(),
        schedule.rClustering().value(),
        schedule.roundTicks(),
        schedule.unitTicks(),
        schedule.used(),
        schedule.timeslices().stream().map(CoscheduleShape::slice).toList());
  }

  private static Slice slice(Timeslice slice) {
    return new Slice(slice.workload().name(), slice.startTick(), slice.ticks(), slice.servers());
  }

  /** The cluster; an exception's message names the field that is not right. */
  public static Cluster clusterOf(Request request) {
    List<@Nullable Asked> asked = Fields.given("workloads", request.workloads());
    List<Workload> workloads = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      String where = "workloads[" + i + "]";
      Asked each = Fields.given(where, asked.get(i));
      String name = each.name() == null ? "workload " + (i + 1) : each.name();
      int servers = Fields.given(where + ".servers", each.servers());
      String text = Fields.given(where + ".share", each.share());
      Fraction share = fraction(where + ".share", text);
      workloads.add(Fields.within(where, () -> new Workload(name, servers, share)));
    }
    return new Cluster(Fields.given("servers", request.servers()), workloads);
  }

  /** What is wanted; an exception's message names the field that is not right. */
  public static Wish wishOf(Request request) {
    Geometry geometry = request.geometry() == null ? Geometry.FREE : request.geometry();
    Fraction first =
        request.rClustering() == null
            ? Fraction.ONE
            : fraction("rClustering", request.rClustering());
    Fraction usual = first.isAtMost(LEAST) ? first : LEAST;
    return new Wish(
        geometry,
        first,
        request.leastRClustering() == null
            ? usual
            : fraction("leastRClustering", request.leastRClustering()));
  }

  private static Fraction fraction(String field, String text) {
    try {
      return Fraction.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          field + " = " + text + ": must be a positive number such as 1/3 or 0.25", e);
    }
  }
}
