package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.nbd.Export;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that can be set from outside, by what it is of. Not safe for threads. */
final class Leases {
  private final Map<String, TermsLease> terms = new TreeMap<>();

  /** By device, where it has a cache. */
  final Map<String, CacheLease> caches = new HashMap<>();

  /** The same. */
  final Map<String, TimeLease> times = new TreeMap<>();

  /**
   * @param caches by device, where there is one
   * @param facts by device
   */
  Leases(
      Collection<Engine> engines,
      Collection<Export> exports,
      Map<String, Cache> caches,
      Map<String, Control.Facts> facts) {
    exports.forEach(export -> terms.put(export.name(), new TermsLease(export)));
    for (Engine engine : engines) {
      String device = engine.name();
      Cache cache = caches.get(device);
      if (cache != null) {
        List<Export> its = exports.stream().filter(e -> e.engine().equals(engine)).toList();
        long access = facts.getOrDefault(device, Control.Facts.NONE).accessBytes();
        this.caches.put(device, new CacheLease(cache));
        times.put(device, new TimeLease(engine, cache, its, access));
      }
    }
  }

  TermsLease of(Export export) {
    return Objects.requireNonNull(terms.get(export.name()));
  }

  /** Prolongs those of exports and devices; what is not leased stays as it is. */
  void renew(Request.Renew told, long until) {
    told.exports().forEach(export -> renew(terms.get(export), until));
    for (String device : told.caches()) {
      renew(caches.get(device), until);
      renew(times.get(device), until);
    }
  }

  private static void renew(@Nullable Lease<?> lease, long until) {
    if (lease != null) {
      lease.renew(until);
    }
  }

  /** Gives back what has run out; returns when to ask again. */
  long expire(long now) {
    return all().mapToLong(lease -> lease.expire(now)).min().orElse(Lease.FOR_EVER);
  }

  void release() {
    all().forEach(Lease::release);
  }

  private Stream<Lease<?>> all() {
    return Stream.of(terms, caches, times).flatMap(some -> some.values().stream());
  }
}
