package io.oasis.manager.core.partition;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What is kept of the caches of a domain, by name. A domain is one disk, pool or array, and whoever
 * reports made-up caches of it would fill the memory: beyond {@link #MOST} the one is forgotten
 * that was not reported for longest.
 */
final class ByCache<V> {
  /** An array has a handful; a report may be a megabyte. */
  static final int MOST = 64;

  private final Map<String, V> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** What is kept of a cache that is reported. */
  V reported(String name, Supplier<V> ofNew) {
    V known = kept.get(name); // which makes it the last to go
    if (known != null) {
      return known;
    }
    if (kept.size() >= MOST) {
      kept.remove(kept.keySet().iterator().next());
    }
    V made = ofNew.get();
    kept.put(name, made);
    return made;
  }

  /** In the order of names. */
  Map<String, V> all() {
    return new TreeMap<>(kept);
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  void clear() {
    kept.clear();
  }
}
