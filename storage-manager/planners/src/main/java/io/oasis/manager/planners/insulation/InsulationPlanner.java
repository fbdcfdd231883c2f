package io.oasis.manager.planners.insulation;

import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decides whom the R-value can be promised, and sizes accesses, quanta and partitions for it.
 *
 * <p>Profiles come in the order in which the workloads came: whoever is supported stays so, because
 * who came later only gets what is left. A workload that has hits loses twice, to a smaller cache
 * and to the ends of its quanta, so each of the two may cost it the root of the R-value only. One
 * whose few hits cost it less than that needs no cache, and its quanta may cost the rest. One that
 * is on trial takes nothing from those that are supported.
 */
public final class InsulationPlanner {
  /** A stream's cache: one access is taken from it while the next one is read into it. */
  private static final int ACCESSES_BUFFERED = 2;

  private static final double BYTES_PER_MEGABYTE = 1e6;

  private final DiskTraits disk;
  private final DiskSlice slice;
  private final double cacheBytes;
  private final Efficiency r;
  private final double mostSliceMicros;

  /**
   * @param ends what the brick's discipline does with them
   * @param mostSliceMicros longest quantum: so long others wait
   */
  public InsulationPlanner(
      DiskTraits disk, SliceEnds ends, double cacheBytes, Efficiency r, double mostSliceMicros) {
    if (!(cacheBytes > 0) || !(mostSliceMicros > 0)) {
      throw new IllegalArgumentException(
          "cacheBytes = %f, mostSliceMicros = %f: must be above 0"
              .formatted(cacheBytes, mostSliceMicros));
    }
    this.disk = disk;
    slice = new DiskSlice(disk, ends);
    this.cacheBytes = cacheBytes;
    this.r = r;
    this.mostSliceMicros = mostSliceMicros;
  }

  public InsulationPlan plan(List<Profile> profiles) {
    Admission admission = new Admission();
    List<String> refusals = profiles.stream().map(admission::admit).toList();
    double unit = admission.unitMicros(profiles);
    double slack = admission.freeBytes / StrictMath.max(1, profiles.size());
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < profiles.size(); i++) {
      Profile profile = profiles.get(i);
      boolean supported = refusals.get(i).isEmpty();
      double sliceMicros = StrictMath.min(mostSliceMicros, unit * profile.weight());
      double bytes = slack + (supported ? leastBytes(profile) : 0);
      double efficiency = efficiency(profile, sliceMicros, bytes);
      places.add(
          new Place(
              profile,
              status(profile, supported),
              sliceMicros,
              bytes,
              efficiency,
              ofCache(profile, bytes),
              supported
                  ? "%s needs %s of cache and slices of %s"
                      .formatted(
                          profile.name(),
                          megabytes(leastBytes(profile)),
                          millis(leastSlice(profile)))
                  : refused(profile, refusals.get(i), efficiency)));
    }
    return InsulationPlan.of(disk.accessBytes(r), places);
  }

  private static Status status(Profile profile, boolean supported) {
    return switch (profile) {
      case Profile.Unknown _ -> Status.ON_TRIAL;
      case Profile.Streaming _, Profile.Random _ ->
          supported ? Status.SUPPORTED : Status.BEST_EFFORT;
    };
  }

  private static String refused(Profile profile, String refusal, double efficiency) {
    return switch (profile) {
      case Profile.Unknown _ -> refusal;
      case Profile.Streaming _, Profile.Random _ ->
          refusal + "; it can reach " + number(efficiency) + " of its efficiency alone";
    };
  }

  /** Takes one workload after the other, as long as there is room for what it needs. */
  private final class Admission {
    private final List<Profile> supported = new ArrayList<>();
    private double freeBytes = cacheBytes;

    /** Empty if it is supported, or what is missing. */
    String admit(Profile profile) {
      if (profile instanceof Profile.Unknown) {
        return profile.name() + " has not been measured yet";
      }
      double bytes = leastBytes(profile);
      if (bytes > freeBytes) {
        return "%s needs %s of cache and %s are free; %s would have to give up %s"
            .formatted(
                profile.name(),
                megabytes(bytes),
                megabytes(freeBytes),
                names(),
                megabytes(bytes - freeBytes));
      }
      List<Profile> more = new ArrayList<>(supported);
      more.add(profile);
      double longest = needed(more) * more.stream().mapToDouble(Profile::weight).max().orElse(0);
      if (longest > mostSliceMicros) {
        return "%s needs slices of %s, which makes the longest %s; %s are allowed"
            .formatted(
                profile.name(),
                millis(leastSlice(profile)),
                millis(longest),
                millis(mostSliceMicros));
      }
      supported.add(profile);
      freeBytes -= bytes;
      return "";
    }

    /** Time for a weight of 1, so that all of them have the slices they need. */
    private double needed(List<Profile> all) {
      return all.stream()
          .mapToDouble(profile -> leastSlice(profile) / profile.weight())
          .max()
          .orElse(0);
    }

    /** As needed; where nobody is supported, as long as is allowed. */
    double unitMicros(List<Profile> all) {
      double most = all.stream().mapToDouble(Profile::weight).max().orElse(1);
      return supported.isEmpty() ? mostSliceMicros / most : needed(supported);
    }

    private String names() {
      return supported.isEmpty()
          ? "nobody"
          : String.join(", ", supported.stream().map(Profile::name).toList());
    }
  }

  /** The shortest slice with which its quanta cost it no more than they may. */
  double leastSlice(Profile profile) {
    return slice.leastMicros(profile, ofSlice(profile));
  }

  /** The part that the ends of its quanta must leave. */
  private Efficiency ofSlice(Profile profile) {
    return switch (profile) {
      case Profile.Unknown _, Profile.Streaming _ -> r;
      case Profile.Random random ->
          needsCache(random)
              ? r.ofTwo()
              : new Efficiency(r.value() / Partition.efficiency(random, 0, cacheBytes));
    };
  }

  /** The smallest partition that it can be promised R with. */
  double leastBytes(Profile profile) {
    return switch (profile) {
      case Profile.Unknown _ -> 0;
      case Profile.Streaming _ -> ACCESSES_BUFFERED * disk.accessBytes(r);
      case Profile.Random random ->
          needsCache(random) ? Partition.leastBytes(random, cacheBytes, r.ofTwo()) : 0;
    };
  }

  private boolean needsCache(Profile.Random random) {
    return Partition.efficiency(random, 0, cacheBytes) < r.ofTwo().value();
  }

  /** What is expected of a workload with this slice and this partition. */
  double efficiency(Profile profile, double sliceMicros, double bytes) {
    double ofSlice = slice.efficiency(profile, sliceMicros);
    return switch (profile) {
      case Profile.Unknown _ -> 0;
      // With a smaller buffer its accesses are smaller, and each pays the way to its first byte.
      case Profile.Streaming _ -> StrictMath.min(ofSlice, ofAccess(bytes / ACCESSES_BUFFERED));
      case Profile.Random _ -> ofSlice * ofCache(profile, bytes);
    };
  }

  private double ofCache(Profile profile, double bytes) {
    return switch (profile) {
      case Profile.Unknown _ -> 0;
      case Profile.Streaming _ -> 1;
      case Profile.Random random -> Partition.efficiency(random, bytes, cacheBytes);
    };
  }

  private double ofAccess(double bytes) {
    double transferMicros = bytes / disk.streamingBytesPerSecond() * 1e6;
    return transferMicros / (transferMicros + disk.positioningMicros());
  }

  private static String megabytes(double bytes) {
    return number(bytes / BYTES_PER_MEGABYTE) + " MB";
  }

  private static String millis(double micros) {
    return number(micros / 1000) + " ms";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
  }
}
