package io.oasis.manager.planners.coschedule;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in a sentence why workloads cannot be placed together. */
final class ConflictWords {
  /** Names told; the rest is counted. */
  private static final int MOST_NAMES = 12;

  private ConflictWords() {}

  static String of(Bounds.Proof proof, List<Workload> few, int servers, Fraction rClustering) {
    return switch (proof.kind()) {
      case TOO_LARGE ->
          "%s needs %d servers and there are %d."
              .formatted(few.getFirst().name(), few.getFirst().servers(), servers);
      case TOO_MUCH_TIME ->
          "%s together need the whole time of %s servers; there are %s%s."
              .formatted(
                  names(few),
                  number(few.stream().mapToDouble(w -> w.servers() * w.share().value()).sum()),
                  number(servers / rClustering.value()),
                  longer(rClustering));
      case TOO_FEW_AT_ONCE ->
          "Of %s at most %d can be served at the same time by %d servers, so they need %s rounds' time; there are %s%s."
              .formatted(
                  names(few),
                  proof.atMost(),
                  servers,
                  number(shares(few) / proof.atMost()),
                  number(1 / rClustering.value()),
                  longer(rClustering));
      case TOO_FEW_PER_SERVER ->
          "Of %s at most %d can share a server within a round%s, so they need %s servers; there are %d."
              .formatted(
                  names(few),
                  proof.atMost(),
                  longer(rClustering),
                  number(few.stream().mapToInt(Workload::servers).sum() / (double) proof.atMost()),
                  servers);
      case NO_ARRANGEMENT -> throw new IllegalArgumentException("kind = " + proof.kind());
    };
  }

  static String noArrangement(List<Workload> few, Geometry geometry, Fraction rClustering) {
    return "%s together need no more time than there is%s, but no arrangement of their timeslices fits%s: all were ruled out."
        .formatted(
            names(few),
            longer(rClustering),
            geometry == Geometry.CONTIGUOUS ? " on neighbouring servers" : "");
  }

  private static double shares(List<Workload> few) {
    return few.stream().mapToDouble(w -> w.share().value()).sum();
  }

  private static String longer(Fraction rClustering) {
    return rClustering.equals(Fraction.ONE) ? "" : " with R_clustering " + rClustering;
  }

  private static String names(List<Workload> few) {
    String names =
        few.stream().limit(MOST_NAMES).map(Workload::name).collect(Collectors.joining(", "));
    return few.size() <= MOST_NAMES ? names : names + " and " + (few.size() - MOST_NAMES) + " more";
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
