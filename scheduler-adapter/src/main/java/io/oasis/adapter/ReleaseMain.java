package io.oasis.adapter;

import io.oasis.adapter.shell.Release;
import io.oasis.linux.HostRoot;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The kill switch. Needs neither broker nor manager nor a living adapter. */
@Command(
    name = "oasis release",
    description = "Lets go of every limit of this host now, and keeps it so until --resume.",
    footer =
        "Exit code 0: nothing of ours is in force; 1: something could not be restored;"
            + " 3: others may write to the directory, so what it says is not believed.")
public final class ReleaseMain extends ReportCommand {
  @Option(names = "--resume", description = "allow limits again")
  private boolean resume;

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  /** Runs the command; gives the exit code. */
  public static int run(List<String> args) {
    return new ReleaseMain().execute(args);
  }

  @Override
  public Integer call() throws Exception {
    Release release = new Release(stateDir(), HostRoot.REAL);
    Release.Report report = resume ? release.resume() : release.release();
    return say(report.complete(), report.json(), report.text());
  }
}
