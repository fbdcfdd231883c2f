package io.oasis.manager.server.rest;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.DiskTraits;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.manager.planners.insulation.Replanning;
import io.oasis.manager.planners.insulation.ServiceTimes;
import io.oasis.manager.planners.insulation.SharedDisk;
import io.oasis.manager.planners.insulation.SliceEnds;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a disk and its cache are shared, in JSON.
 *
 * @param kept true when it is the earlier plan, from which the new one differs little
 * @param accessBytes for reading ahead and writing back
 */
public record InsulationShape(
    boolean kept, double accessBytes, double roundMillis, List<PlaceShape> workloads) {
  private static final double MICROS_PER_MILLI = 1_000;

  /**
   * What one workload gets.
   *
   * @param efficiency expected; absent on trial
   * @param withOwnDisk if only the cache were shared; absent on trial
   * @param why what it needs, or what is missing
   */
  public record PlaceShape(
      String name,
      Status status,
      double sliceMillis,
      double partitionBytes,
      @Nullable Double efficiency,
      @Nullable Double withOwnDisk,
      String why) {}

  /**
   * A disk, a cache and who shares them.
   *
   * @param disk as {@code oasis probe} prints it
   * @param r part of its efficiency that each is to keep; 0.9 when absent
   * @param mostSliceMillis longest quantum; 1000 when absent
   * @param ends CARRIED_OVER, as the discipline argon does, when absent
   * @param workloads in the order in which they came
   * @param before an earlier answer, kept while the new one differs little
   */
  public record Request(
      @Nullable DiskTraits disk,
      @Nullable Double cacheBytes,
      @Nullable Double r,
      @Nullable Double mostSliceMillis,
      @Nullable SliceEnds ends,
      @Nullable List<@Nullable Asked> workloads,
      @Nullable InsulationShape before) {}

  /**
   * A workload; with neither {@code stream} nor {@code serviceMicros} it is on trial.
   *
   * @param weight of its share; 1 when absent
   * @param depth requests outstanding; 1 when absent
   * @param serviceMicros time of a request at the disk, by depth
   * @param hits hit ratio by size of its cache; none when absent
   * @param hitMicros time of a hit; 100 when absent
   */
  public record Asked(
      @Nullable String name,
      @Nullable Double weight,
      @Nullable Boolean stream,
      @Nullable Integer depth,
      @Nullable SortedMap<Integer, Double> serviceMicros,
      @Nullable List<@Nullable Hits> hits,
      @Nullable Double hitMicros) {}

  /** A point of a workload's cache profile. */
  public record Hits(double bytes, double ratio) {}

  /** The plan; an exception's message names the field that is not right. */
  public static InsulationShape plan(Request request) {
    List<Profile> profiles = profiles(Fields.given("workloads", request.workloads()));
    InsulationPlan next =
        new SharedDisk(
                Fields.given("disk", request.disk()),
                Fields.given("cacheBytes", request.cacheBytes()),
                new Efficiency(or(request.r(), SharedDisk.R.value())),
                request.mostSliceMillis() == null
                    ? SharedDisk.MOST_SLICE_MICROS
                    : request.mostSliceMillis() * MICROS_PER_MILLI,
                request.ends() == null ? SliceEnds.CARRIED_OVER : request.ends())
            .planner()
            .plan(profiles);
    InsulationPlan before = request.before() == null ? next : request.before().plan(profiles);
    boolean kept = request.before() != null && Replanning.keeps(before, next);
    return of(kept, Replanning.settle(before, next));
  }

  static InsulationShape of(boolean kept, InsulationPlan plan) {
    return new InsulationShape(
        kept,
        plan.accessBytes(),
        plan.roundMicros() / MICROS_PER_MILLI,
        plan.workloads().stream().map(InsulationShape::of).toList());
  }

  private static PlaceShape of(Place place) {
    boolean known = place.status() != Status.ON_TRIAL;
    return new PlaceShape(
        place.profile().name(),
        place.status(),
        place.sliceMicros() / MICROS_PER_MILLI,
        place.partitionBytes(),
        known ? place.efficiency() : null,
        known ? place.withOwnDisk() : null,
        place.why());
  }

  /** What an earlier answer says of these workloads; nothing where they are not the same. */
  private InsulationPlan plan(List<Profile> profiles) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < Math.min(profiles.size(), workloads.size()); i++) {
      PlaceShape place = workloads.get(i);
      if (place.name.equals(profiles.get(i).name())) {
        places.add(
            new Place(
                profiles.get(i),
                place.status,
                place.sliceMillis * MICROS_PER_MILLI,
                place.partitionBytes,
                0,
                0,
                ""));
      }
    }
    boolean same = places.size() == workloads.size();
    return new InsulationPlan(
        accessBytes, roundMillis * MICROS_PER_MILLI, same ? places : List.of());
  }

  private static List<Profile> profiles(List<@Nullable Asked> asked) {
    List<Profile> profiles = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      String where = "workloads[" + i + "]";
      Asked each = Fields.given(where, asked.get(i));
      String name = each.name() == null ? "workload " + (i + 1) : each.name();
      profiles.add(Fields.within(where, () -> profile(name, each)));
    }
    return profiles;
  }

  private static Profile profile(String name, Asked asked) {
    double weight = or(asked.weight(), 1);
    if (asked.stream() != null && asked.stream()) {
      return new Profile.Streaming(name, weight);
    }
    if (asked.serviceMicros() == null) {
      return new Profile.Unknown(name, weight);
    }
    return new Profile.Random(
        name,
        weight,
        asked.depth() == null ? 1 : asked.depth(),
        new ServiceTimes(new TreeMap<>(asked.serviceMicros())),
        hits(asked.hits()),
        or(asked.hitMicros(), 100));
  }

  /** Beyond the last point that was measured no more hits are expected. */
  private static HitCurve hits(@Nullable List<@Nullable Hits> hits) {
    if (hits == null || hits.isEmpty()) {
      return HitCurve.NONE;
    }
    double[] sizes = new double[hits.size() + 1];
    double[] ratios = new double[hits.size() + 1];
    for (int i = 0; i < hits.size(); i++) {
      Hits point = Fields.given("hits[" + i + "]", hits.get(i));
      sizes[i] = point.bytes;
      ratios[i] = point.ratio;
    }
    sizes[hits.size()] = Math.nextUp(sizes[hits.size() - 1]);
    ratios[hits.size()] = ratios[hits.size() - 1];
    return HitCurve.of(HitCurve.Shape.LINEAR, sizes, ratios);
  }

  private static double or(@Nullable Double value, double standard) {
    return value == null ? standard : value;
  }
}
