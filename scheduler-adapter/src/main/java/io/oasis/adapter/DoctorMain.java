package io.oasis.adapter;

import io.oasis.adapter.doctor.ContractRun;
import io.oasis.adapter.doctor.DoctorSettings;
import io.oasis.adapter.doctor.Examination;
import io.oasis.adapter.doctor.Report;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.configuration.UsageException;
import io.oasis.linux.HostRoot;
import java.util.List;

/** Examines the limits of a machine; see {@link DoctorSettings#HELP}. */
public final class DoctorMain {
  private DoctorMain() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  /** Runs the command; gives the exit code. */
  public static int run(List<String> args) {
    try {
      DoctorSettings settings = DoctorSettings.parse(args);
      if (settings.help()) {
        System.out.println(DoctorSettings.HELP);
        return 0;
      }
      Report report =
          settings.contract()
              ? ContractRun.of(settings)
              : new Examination(settings, HostRoot.REAL).report();
      System.out.println(settings.json() ? report.json() : report.text());
      return report.isHealthy() ? 0 : 1;
    } catch (UsageException e) {
      System.err.println("oasis doctor: " + e.getMessage());
      return UsageException.EXIT_CODE;
    } catch (EnvironmentException e) {
      System.err.println("oasis doctor: " + e.getMessage());
      return EnvironmentException.EXIT_CODE;
    }
  }
}
