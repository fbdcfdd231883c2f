package io.oasis.adapter;

import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.journal.Restorer;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.StateDirectory;
import io.oasis.adapter.shell.Targets;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Check;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * What the guardian starts where limits are held by other processes, which a shell script cannot
 * talk to. After exit code 1 the guardian tries again.
 */
@Command(
    name = "oasis restore",
    description =
        "Restores what a stopped adapter left, and keeps nothing from being limited again.",
    footer =
        "Exit code 0: all that the journal leaves is restored; 3: others may write to the"
            + " directory, so what it says is not believed; 1: it is not restored.")
public final class RestoreMain extends HostCommand {
  @Parameters(paramLabel = "STATE_DIR", description = "of the adapter")
  private Path stateDir = Path.of("");

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  /** Runs the command; gives the exit code. */
  static int run(List<String> args) {
    return new RestoreMain().execute(args);
  }

  @Override
  public Integer call() throws EnvironmentException {
    StateDirectory.check(stateDir);
    try {
      boolean failed = false;
      for (Restorer.Item item : new Restorer(Targets.all(HostRoot.REAL)).restore(stateDir)) {
        String told = item.place() + " " + item.result() + " " + item.detail();
        System.err.println(Check.printable(told));
        failed |= item.result() == Restorer.Result.FAILED;
      }
      return failed ? 1 : 0;
    } catch (JournalException e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }
}
