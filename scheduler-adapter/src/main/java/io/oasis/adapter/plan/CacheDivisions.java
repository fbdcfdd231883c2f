package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Division;
import io.oasis.adapter.targets.Place;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The caches that are divided as a manager wants. What became of a setting is told by the next
 * report of the cache, which is absolute; so a division that fails is not tried again here, and the
 * manager, seeing the sizes, decides anew.
 */
final class CacheDivisions {
  private record Wanted(DomainId domain, Place place) {}

  private final Map<String, Wanted> wanted = new TreeMap<>();

  /** Where divisions of ours are in force. */
  List<Place> places() {
    return wanted.values().stream().map(Wanted::place).toList();
  }

  /** The domain for which a cache is divided. */
  Optional<DomainId> heldFor(String cache) {
    return Optional.ofNullable(wanted.get(cache)).map(Wanted::domain);
  }

  /** A setting that was accepted. */
  Optional<Effect> want(CacheSetting setting, Inventory inventory, Reach reach) {
    Inventory.Cache cache = inventory.caches().get(setting.cache().name());
    if (setting.sizes().isEmpty()) {
      return letGo(setting.cache().name());
    }
    if (cache == null) {
      return Optional.of(new Effect.Note("there is no cache " + setting.cache().name() + " here"));
    }
    Optional<String> objection = reach.objection(cache.place());
    if (objection.isPresent()) {
      return Optional.of(new Effect.Note(objection.get()));
    }
    Map<String, Long> sizes = new TreeMap<>();
    for (CacheSetting.Size size : setting.sizes()) {
      String partition = cache.partitions().get(size.queue());
      if (partition != null) {
        sizes.put(partition, (long) size.bytes());
      }
    }
    wanted.put(setting.cache().name(), new Wanted(setting.domain(), cache.place()));
    return Optional.of(
        new Effect.Divide(
            cache.place(),
            new Division(sizes, setting.slices().map(slices -> slices(slices, cache)))));
  }

  private static Division.Slices slices(CacheSetting.Slices told, Inventory.Cache cache) {
    Map<String, Double> millis = new TreeMap<>();
    for (CacheSetting.Slice slice : told.slices()) {
      String partition = cache.partitions().get(slice.queue());
      if (partition != null) {
        millis.put(partition, slice.millis());
      }
    }
    return new Division.Slices(told.roundMillis(), (long) told.accessBytes(), millis);
  }

  private Optional<Effect> letGo(String cache) {
    Wanted division = wanted.remove(cache);
    return division == null ? Optional.empty() : Optional.of(new Effect.Undivide(division.place()));
  }

  /** Lets go of those of the domains. */
  List<Effect> letGo(Predicate<DomainId> domains) {
    return letGoIf(division -> domains.test(division.domain()));
  }

  /** Lets go of those at the places. */
  List<Effect> letGoAt(Predicate<Place> places) {
    return letGoIf(division -> places.test(division.place()));
  }

  private List<Effect> letGoIf(Predicate<Wanted> which) {
    List<Effect> effects = new ArrayList<>();
    for (Map.Entry<String, Wanted> entry : List.copyOf(wanted.entrySet())) {
      if (which.test(entry.getValue())) {
        letGo(entry.getKey()).ifPresent(effects::add);
      }
    }
    return effects;
  }

  /** Forgets those that are gone, or that are another one now. */
  List<Effect> seen(Inventory inventory) {
    List<Effect> effects = new ArrayList<>();
    for (Map.Entry<String, Wanted> entry : List.copyOf(wanted.entrySet())) {
      Inventory.Cache cache = inventory.caches().get(entry.getKey());
      if (cache == null || !cache.place().equals(entry.getValue().place())) {
        letGo(entry.getKey()).ifPresent(effects::add);
      }
    }
    return effects;
  }
}
