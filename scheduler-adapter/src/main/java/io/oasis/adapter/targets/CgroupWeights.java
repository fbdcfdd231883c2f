package io.oasis.adapter.targets;

import java.nio.file.Path;
import java.util.List;

/**
 * A file of cgroups that holds a weight for each device that has one of its own, as lines of {@code
 * MAJOR:MINOR WEIGHT}; the word {@code default} takes a device's weight away.
 */
abstract class CgroupWeights extends CgroupTarget {
  private static final String STANDARD = "default";

  /** Counts what passes, as a weight's file does not. */
  final CgroupTarget counting;

  private final String file;
  private final long step;

  /**
   * @param step what a weight of 1 there is here
   */
  CgroupWeights(CgroupTarget counting, Path sys, String file, long step) {
    super(counting.root, sys);
    this.counting = counting;
    this.file = file;
    this.step = step;
  }

  /** Fails where the device is not divided by weights, with the mend. */
  abstract void requireDivided(String device) throws TargetException;

  final Path fileOf(Place place) {
    return Path.of(place.object(), file);
  }

  @Override
  public List<Throttle.Part> parts() {
    return Throttle.Part.OF_WEIGHT;
  }

  @Override
  public List<Place> discover() throws TargetException {
    return files.places(root, file);
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    String prefix = place.device().name() + " ";
    for (String line : CgroupFiles.lines(fileOf(place))) {
      if (line.startsWith(prefix)) {
        long weight = Long.parseLong(line.substring(prefix.length()).strip());
        return Throttle.ofWeight(weight * step);
      }
    }
    return Throttle.NONE;
  }

  @Override
  public void apply(Place place, Throttle current, Throttle wanted) throws TargetException {
    requireSame(place);
    requireDivided(place.device().name());
    put(place, current, wanted);
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    if (wanted.get(Throttle.Part.WEIGHT) != current.get(Throttle.Part.WEIGHT)) {
      String value =
          wanted.get(Throttle.Part.WEIGHT) == 0
              ? STANDARD
              : Long.toString(wanted.get(Throttle.Part.WEIGHT) / step);
      CgroupFiles.writeLine(fileOf(place), place.device().name() + " " + value);
    }
  }

  @Override
  public Counters observe(Place place) throws TargetException {
    return counting.observe(place);
  }
}
