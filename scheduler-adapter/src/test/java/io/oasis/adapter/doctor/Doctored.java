package io.oasis.adapter.doctor;

import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.linux.HostRoot;
import java.util.ArrayList;
import java.util.List;

/** Runs the doctor as its command does, for three seconds. */
final class Doctored {
  private Doctored() {}

  static List<Finding> examine(String... arguments) throws EnvironmentException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--seconds", "3"));
    if (!all.contains("--state-dir")) {
      all.addAll(List.of("--state-dir", "/nonexistent"));
    }
    Report report = new Examination(DoctorSettings.parse(all), HostRoot.REAL).report();
    return ((Diagnosis) report).findings();
  }

  /** Findings about a place. */
  static List<Finding> about(List<Finding> findings, String place) {
    return findings.stream().filter(finding -> finding.place().equals(place)).toList();
  }
}
