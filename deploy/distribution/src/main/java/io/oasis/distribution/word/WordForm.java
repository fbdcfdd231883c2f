package io.oasis.distribution.word;

import io.oasis.manager.core.PolicyNames;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.MovedLun;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.HarmRail;
import io.oasis.protocol.Iops;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A word in the form that file and REST have in common: the same names, the same units. */
final class WordForm {
  static final List<String> KEYS = List.of("mode", "policy", "harm", "rails", "movedLuns");

  private static final List<String> HARM_KEYS = List.of("mostThroughputLoss", "mostP99Growth");
  private static final List<String> MOVED_KEYS = List.of("lun", "domain");

  private static final List<String> RAIL_KEYS =
      List.of(
          "scope",
          "name",
          "weight",
          "reserveIops",
          "reserveBytesPerSecond",
          "limitIops",
          "limitBytesPerSecond",
          "exclude");

  private WordForm() {}

  /**
   * @throws WrongException that says where something is not right
   */
  static Word word(Place at) {
    at.only(KEYS);
    Word word =
        new Word(
            at.at("mode").map(mode -> mode.oneOf(Mode.class)),
            at.at("policy").map(policy -> policy.oneOf(PolicyNames.all())),
            at.at("harm").map(WordForm::harm),
            at.at("rails").map(rails -> rails.each(WordForm::rail)),
            at.at("movedLuns").map(moved -> moved.each(WordForm::moved)));
    at.at("rails").ifPresent(rails -> once(rails, rail -> scopeOf(rail) + " " + nameOf(rail)));
    at.at("movedLuns").ifPresent(moved -> once(moved, each -> each.needed("lun").text()));
    return word;
  }

  private static void once(Place list, Function<Place, String> name) {
    Set<String> seen = new HashSet<>();
    list.each(
        item -> {
          if (!seen.add(name.apply(item))) {
            throw new WrongException(item.path(), name.apply(item), "is there twice");
          }
          return item;
        });
  }

  private static HarmRail harm(Place at) {
    at.only(HARM_KEYS);
    double loss =
        at.at("mostThroughputLoss")
            .map(Place::number)
            .orElse(HarmRail.DEFAULT.mostThroughputLoss());
    double growth =
        at.at("mostP99Growth").map(Place::number).orElse(HarmRail.DEFAULT.mostP99Growth());
    return at.made(() -> new HarmRail(loss, growth));
  }

  private static Scope scopeOf(Place rail) {
    return rail.needed("scope").oneOf(Scope.class);
  }

  private static String nameOf(Place rail) {
    return rail.needed("name").text();
  }

  private static GuardRail rail(Place at) {
    at.only(RAIL_KEYS);
    Optional<Double> weight = at.at("weight").map(Place::number);
    Optional<RateBound> reserve = bound(at, "reserve");
    Optional<RateBound> limit = bound(at, "limit");
    boolean exclude = at.at("exclude").map(Place::flag).orElse(false);
    Scope scope = scopeOf(at);
    String name = nameOf(at);
    return at.made(() -> new GuardRail(scope, name, weight, reserve, limit, exclude));
  }

  private static Optional<RateBound> bound(Place at, String name) {
    Optional<Iops> iops = at.at(name + "Iops").map(Place::positive).map(Iops::new);
    Optional<BytesPerSecond> bytes =
        at.at(name + "BytesPerSecond").map(Place::positive).map(BytesPerSecond::new);
    return iops.isPresent() || bytes.isPresent()
        ? Optional.of(new RateBound(iops, bytes))
        : Optional.empty();
  }

  private static MovedLun moved(Place at) {
    at.only(MOVED_KEYS);
    String lun = at.needed("lun").text();
    String domain = at.needed("domain").text();
    return at.made(() -> new MovedLun(new LunId(lun), new DomainId(domain)));
  }

  /** In the order of {@link #KEYS}, without what is absent. */
  static Map<String, Object> tree(Word word) {
    Map<String, Object> tree = new LinkedHashMap<>();
    word.mode().ifPresent(mode -> tree.put("mode", mode.name()));
    word.policy().ifPresent(policy -> tree.put("policy", policy));
    word.harm().ifPresent(harm -> tree.put("harm", tree(harm)));
    word.rails().ifPresent(all -> tree.put("rails", list(all, WordForm::tree)));
    word.movedLuns().ifPresent(all -> tree.put("movedLuns", list(all, WordForm::tree)));
    return tree;
  }

  /** A list of its own, even when it is empty: YAML would refer from one to the other. */
  private static <T> List<Object> list(List<T> all, Function<T, Object> tree) {
    List<Object> list = new ArrayList<>();
    all.forEach(each -> list.add(tree.apply(each)));
    return list;
  }

  static Map<String, Object> tree(HarmRail harm) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("mostThroughputLoss", plain(harm.mostThroughputLoss()));
    tree.put("mostP99Growth", plain(harm.mostP99Growth()));
    return tree;
  }

  static Map<String, Object> tree(GuardRail rail) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("scope", rail.scope().name());
    tree.put("name", rail.name());
    rail.weight().ifPresent(weight -> tree.put("weight", plain(weight)));
    rail.reserve().ifPresent(bound -> put(tree, "reserve", bound));
    rail.limit().ifPresent(bound -> put(tree, "limit", bound));
    if (rail.exclude()) {
      tree.put("exclude", true);
    }
    return tree;
  }

  private static void put(Map<String, Object> tree, String name, RateBound bound) {
    bound.iops().ifPresent(iops -> tree.put(name + "Iops", plain(iops.perSecond())));
    bound
        .bytesPerSecond()
        .ifPresent(bytes -> tree.put(name + "BytesPerSecond", plain(bytes.perSecond())));
  }

  private static Map<String, Object> tree(MovedLun moved) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("lun", moved.lun().value());
    tree.put("domain", moved.domain().value());
    return tree;
  }

  /** Whole numbers are written without a point. */
  private static Number plain(double number) {
    if (number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE) {
      return (long) number;
    }
    return number;
  }
}
