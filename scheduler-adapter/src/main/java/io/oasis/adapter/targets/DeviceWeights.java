package io.oasis.adapter.targets;

import java.nio.file.Path;
import java.util.List;

/**
 * A file of cgroups that holds a weight for each device that has one of its own, as lines of {@code
 * MAJOR:MINOR WEIGHT}; the word {@code default} takes a device's weight away.
 *
 * @param root where the hierarchy is mounted
 * @param step what a weight of 1 there is here
 */
record DeviceWeights(Path root, String file, long step) {
  private static final String STANDARD = "default";

  List<Place> places(CgroupFiles files) throws TargetException {
    return files.places(root, file);
  }

  Path of(Place place) {
    return Path.of(place.object(), file);
  }

  Throttle read(Place place) throws TargetException {
    String prefix = place.device().name() + " ";
    for (String line : CgroupFiles.lines(of(place))) {
      if (line.startsWith(prefix)) {
        long weight = Long.parseLong(line.substring(prefix.length()).strip());
        return Throttle.ofWeight(weight * step);
      }
    }
    return Throttle.NONE;
  }

  void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    if (wanted.get(Throttle.Part.WEIGHT) != current.get(Throttle.Part.WEIGHT)) {
      String value =
          wanted.get(Throttle.Part.WEIGHT) == 0
              ? STANDARD
              : Long.toString(wanted.get(Throttle.Part.WEIGHT) / step);
      CgroupFiles.writeLine(of(place), place.device().name() + " " + value);
    }
  }
}
