package io.oasis.adapter;

import io.oasis.adapter.doctor.ContractRun;
import io.oasis.adapter.doctor.DoctorOptions;
import io.oasis.adapter.doctor.DoctorSettings;
import io.oasis.adapter.doctor.Examination;
import io.oasis.adapter.doctor.Report;
import io.oasis.linux.HostRoot;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Examines the limits of a machine. */
@Command(
    name = "oasis doctor",
    description =
        "Says of every limit whether it does what it should, and if not why. Writes nothing.",
    footer = "Exit code 0 when nothing is wrong, 1 when something is.")
public final class DoctorMain extends ReportCommand {
  @Mixin private DoctorOptions options = new DoctorOptions();

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  /** Runs the command; gives the exit code. */
  public static int run(List<String> args) {
    return new DoctorMain().execute(args);
  }

  @Override
  public Integer call() throws Exception {
    DoctorSettings settings = options.settings(stateDir());
    Report report =
        settings.contract()
            ? ContractRun.of(settings)
            : new Examination(settings, HostRoot.REAL).report();
    return say(report.isHealthy(), report.json(), report.text());
  }
}
