package io.oasis.adapter;

import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.journal.Restorer;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.StateDirectory;
import io.oasis.adapter.shell.Targets;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Check;
import java.nio.file.Path;

/**
 * What the guardian starts where limits are held by other processes, which a shell script cannot
 * talk to: {@code STATE_DIR}. Exit 0 when all that the journal leaves is restored; 3 when others
 * may write there, so that the journal is not believed; 1 otherwise, and the guardian tries again.
 */
public final class RestoreMain {
  private RestoreMain() {}

  public static void main(String[] args) {
    System.exit(restore(Path.of(args[0])));
  }

  /** Gives the exit code. */
  static int restore(Path stateDir) {
    try {
      StateDirectory.check(stateDir);
      boolean failed = false;
      for (Restorer.Item item : new Restorer(Targets.all(HostRoot.REAL)).restore(stateDir)) {
        String told = item.place() + " " + item.result() + " " + item.detail();
        System.err.println(Check.printable(told));
        failed |= item.result() == Restorer.Result.FAILED;
      }
      return failed ? 1 : 0;
    } catch (EnvironmentException e) {
      System.err.println(e.getMessage());
      return EnvironmentException.EXIT_CODE;
    } catch (JournalException e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }
}
