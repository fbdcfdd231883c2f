package io.oasis.lab.experiment;

import io.oasis.protocol.Decision;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Makes one result of several runs that belong together. */
final class Merge {
  private Merge() {}

  /** What all variants of a run gave. */
  static <V> RunResult of(List<V> variants, Function<V, RunResult> run) {
    return of(variants.stream().map(run).toList());
  }

  /** Metrics of one name: the largest counts. */
  static RunResult of(List<RunResult> parts) {
    SortedMap<String, Double> metrics = new TreeMap<>();
    List<Series> series = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    List<Decision> decisions = new ArrayList<>();
    List<String> hashes = new ArrayList<>();
    for (RunResult part : parts) {
      part.metrics().forEach((name, value) -> metrics.merge(name, value, StrictMath::max));
      series.addAll(part.series());
      faults.addAll(part.faults());
      decisions.addAll(part.decisions());
      hashes.add(part.sha256());
    }
    return new RunResult(metrics, series, faults, decisions, sha256(hashes));
  }

  /** A fingerprint of fingerprints, in order. */
  static String sha256(List<String> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      parts.forEach(part -> digest.update(part.getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
