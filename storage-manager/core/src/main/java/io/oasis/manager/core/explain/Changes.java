package io.oasis.manager.core.explain;

import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Iops;
import io.oasis.protocol.RailsChange;
import io.oasis.protocol.RailsChange.Difference;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says field by field what a change of an operator's word changed. */
public final class Changes {
  private Changes() {}

  public static RailsChange of(GuardRails before, GuardRails after) {
    Map<String, String> was = fields(before);
    Map<String, String> is = fields(after);
    TreeSet<String> names = new TreeSet<>(was.keySet());
    names.addAll(is.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String name : names) {
      Optional<String> then = Optional.ofNullable(was.get(name));
      Optional<String> now = Optional.ofNullable(is.get(name));
      if (!then.equals(now)) {
        differences.add(new Difference(name, then, now));
      }
    }
    return new RailsChange(
        after.domain(),
        after.change(),
        differences.subList(0, StrictMath.min(differences.size(), RailsChange.MOST_DIFFERENCES)),
        differences.size());
  }

  private static Map<String, String> fields(GuardRails rails) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("mode", rails.mode().name());
    fields.put("policy", rails.policy());
    fields.put("harm.mostThroughputLoss", Double.toString(rails.harmRail().mostThroughputLoss()));
    fields.put("harm.mostP99Growth", Double.toString(rails.harmRail().mostP99Growth()));
    for (GuardRails.GuardRail rail : rails.rails()) {
      String of = rail.scope() + " " + rail.name() + " ";
      rail.weight().ifPresent(weight -> fields.put(of + "weight", weight.toString()));
      bound(of + "reserve", rail.reserve(), fields);
      bound(of + "limit", rail.limit(), fields);
      if (rail.exclude()) {
        fields.put(of + "exclude", "true");
      }
    }
    rails
        .movedLuns()
        .forEach(moved -> fields.put("moved " + moved.lun().value(), moved.domain().value()));
    return fields;
  }

  private static void bound(String name, Optional<RateBound> bound, Map<String, String> fields) {
    bound
        .flatMap(RateBound::iops)
        .map(Iops::perSecond)
        .ifPresent(rate -> fields.put(name + ".iops", rate.toString()));
    bound
        .flatMap(RateBound::bytesPerSecond)
        .map(BytesPerSecond::perSecond)
        .ifPresent(rate -> fields.put(name + ".bytesPerSecond", rate.toString()));
  }
}
