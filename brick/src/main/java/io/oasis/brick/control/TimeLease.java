package io.oasis.brick.control;

import io.oasis.brick.cache.Cache;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.nbd.Export;
import io.oasis.brick.nbd.Prefetcher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a device's time is divided into slices, and how much is read ahead in them, as set from
 * outside.
 */
final class TimeLease extends Lease<TimeLease.Slices> {
  private final Engine engine;
  private final Cache cache;
  private final List<Export> exports;
  private long accessBytes;

  /**
   * All that a plan says of a device's time.
   *
   * @param accessBytes most that is read ahead, and written together
   * @param shares of the round; by application as it is told, of one with several exports of all of
   *     them, and by export as it is kept here
   */
  record Slices(long roundNanos, long accessBytes, Map<String, Double> shares) {
    Slices {
      shares = Map.copyOf(shares);
    }
  }

  /**
   * @param exports of the device
   * @param accessBytes as configured; 0 where nothing is read ahead
   */
  TimeLease(Engine engine, Cache cache, List<Export> exports, long accessBytes) {
    super(slices(engine, exports, accessBytes));
    this.engine = engine;
    this.cache = cache;
    this.exports = List.copyOf(exports);
    this.accessBytes = accessBytes;
  }

  long accessBytes() {
    return accessBytes;
  }

  @Override
  Slices now() {
    return slices(engine, exports, accessBytes);
  }

  private static Slices slices(Engine engine, List<Export> exports, long accessBytes) {
    Map<String, Double> shares = new HashMap<>();
    for (Export export : exports) {
      shares.put(export.name(), export.session().terms().share());
    }
    return new Slices(engine.spec().roundNanos(), accessBytes, shares);
  }

  /** Why these slices cannot be had; empty when they can. */
  String refusal(Slices told) {
    if (engine.spec().kind() != DisciplineSpec.Kind.ARGON) {
      return "roundMillis: the discipline is %s; only argon has slices of a planned length"
          .formatted(engine.spec().kind().label());
    }
    if (configured().accessBytes() == 0) {
      return "accessBytes: the device was started without, so nothing is read ahead";
    }
    for (Map.Entry<String, Double> share : told.shares().entrySet()) {
      if (sessions(share.getKey()) == 0) {
        return "shares: there is no application " + share.getKey();
      }
      if (!(share.getValue() > 0) || share.getValue().isInfinite()) {
        return "shares." + share.getKey() + " = " + share.getValue() + ": must be above 0";
      }
    }
    return told.roundNanos() < 1 || told.accessBytes() < 1
        ? "roundMillis, accessBytes: must be given and above 0"
        : "";
  }

  @Override
  void set(Slices told) {
    bringBack(byExport(told));
  }

  private long sessions(String application) {
    return exports.stream().filter(e -> e.session().name().equals(application)).count();
  }

  private Slices byExport(Slices told) {
    Map<String, Double> shares = new HashMap<>();
    for (Export export : exports) {
      String application = export.session().name();
      Double share = told.shares().get(application);
      if (share != null) {
        shares.put(export.name(), share / sessions(application));
      }
    }
    return new Slices(told.roundNanos(), told.accessBytes(), shares);
  }

  @Override
  void bringBack(Slices told) {
    engine.round(told.roundNanos());
    accessBytes = told.accessBytes();
    if (accessBytes > 0) {
      cache.writeTogether(accessBytes);
    }
    for (Export export : exports) {
      Prefetcher prefetcher = export.prefetcher();
      if (prefetcher != null) {
        prefetcher.access(accessBytes);
      }
      Double share = told.shares().get(export.name());
      if (share != null) {
        engine.retune(export.session(), export.session().terms().withShare(share));
      }
    }
  }

  /** Back to what was configured, if it was set from outside. */
  @Override
  void release() {
    if (isHeld()) {
      super.release();
    }
  }

  @Override
  Slices undone(Slices was, Slices set, Slices now) {
    Map<String, Double> shares = new HashMap<>(now.shares());
    was.shares()
        .forEach(
            (name, share) -> {
              if (now.shares().getOrDefault(name, -1.0).equals(set.shares().get(name))) {
                shares.put(name, share);
              }
            });
    return new Slices(
        now.roundNanos() == set.roundNanos() ? was.roundNanos() : now.roundNanos(),
        was.accessBytes(),
        shares);
  }
}
