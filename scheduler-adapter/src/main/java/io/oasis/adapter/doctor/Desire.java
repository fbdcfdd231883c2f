package io.oasis.adapter.doctor;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Finding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a limit should be, as somebody says, and how what is there may have come of it. */
final class Desire {
  private static final Map<Long, String> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put(1L << 20, "MiB taken for bytes");
    UNITS.put(1_000_000L, "MB taken for bytes");
    UNITS.put(1_024L, "KiB taken for bytes");
    UNITS.put(1_000L, "kB taken for bytes");
    UNITS.put(512L, "sectors taken for bytes");
    UNITS.put(8L, "bytes taken for bits");
  }

  /** Under this a single request takes seconds: nobody means that. */
  private static final long LEAST_BYTES = 16_384;

  private Desire() {}

  /**
   * What is wrong with what is there.
   *
   * @param step whole multiples of which the scheduler holds
   */
  static Optional<Fault> mismatch(Part part, long desired, long found, long step) {
    if (desired == found) {
      return Optional.empty();
    }
    String difference = "%d was desired and %d is in force: ".formatted(desired, found);
    if (step > 1 && found == (desired + step - 1) / step * step) {
      return violated(
          difference + "the scheduler rounds up to steps of " + step,
          "ask for a multiple of " + step);
    }
    if (step > 1 && found == desired / step * step) {
      return Optional.empty(); // rounded down on purpose
    }
    long large = Math.max(desired, found);
    long small = Math.max(1, Math.min(desired, found));
    for (Map.Entry<Long, String> unit : UNITS.entrySet()) {
      if (part.label().endsWith("bps") && large == small * unit.getKey()) {
        return violated(
            difference + unit.getValue() + ", or the other way round",
            "write " + desired + ", in bytes per second");
      }
    }
    return violated(difference + "somebody or something else set it", "set it again");
  }

  private static Optional<Fault> violated(String cause, String mend) {
    return Optional.of(new Fault(Finding.Verdict.VIOLATED, cause, mend));
  }

  /** A limit in bytes that only another unit explains. */
  static Optional<Fault> tiny(Part part, long found) {
    return part.label().endsWith("bps") && found < LEAST_BYTES
        ? violated(
            found + " bytes per second hardly lets a block pass: probably meant in another unit",
            "write the limit in bytes per second")
        : Optional.empty();
  }
}
