package io.oasis.adapter.doctor;

import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs the doctor as its command does. */
public final class Doctored {
  private Doctored() {}

  /** With two looks right after each other: what passes is not judged. */
  public static List<Finding> glance(String... arguments) throws EnvironmentException {
    return examine(Duration.ofMillis(50), arguments);
  }

  /** With two looks three seconds apart. */
  static List<Finding> watch(String... arguments) throws EnvironmentException {
    return examine(Duration.ofSeconds(3), arguments);
  }

  private static List<Finding> examine(Duration window, String... arguments)
      throws EnvironmentException {
    List<String> options = new ArrayList<>(List.of(arguments));
    Path stateDir = Path.of("/nonexistent");
    int named = options.indexOf("--state-dir");
    if (named >= 0) {
      options.remove(named);
      stateDir = Path.of(options.remove(named));
    }
    DoctorSettings settings =
        CommandLine.populateCommand(new DoctorOptions(), options.toArray(String[]::new))
            .settings(stateDir)
            .over(window);
    Report report = new Examination(settings, HostRoot.REAL).report();
    return ((Diagnosis) report).findings();
  }

  /** Findings about a place. */
  public static List<Finding> about(List<Finding> findings, String place) {
    return findings.stream().filter(finding -> finding.where().place().equals(place)).toList();
  }
}
