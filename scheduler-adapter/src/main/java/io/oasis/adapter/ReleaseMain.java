package io.oasis.adapter;

import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.Release;
import io.oasis.configuration.UsageException;
import io.oasis.linux.HostRoot;
import java.nio.file.Path;
import java.util.List;

/**
 * The kill switch: {@code --state-dir D [--resume] [--json]}. Needs neither broker nor manager nor
 * a living adapter. Exit 0: nothing of ours is in force; 1: something could not be restored.
 */
public final class ReleaseMain {
  private static final String DEFAULT_STATE_DIR = "/var/lib/oasis/adapter";

  private ReleaseMain() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  /** Runs the command; gives the exit code. */
  public static int run(List<String> args) {
    Path stateDir = Path.of(DEFAULT_STATE_DIR);
    boolean resume = false;
    boolean json = false;
    try {
      for (int i = 0; i < args.size(); i++) {
        switch (args.get(i)) {
          case "--resume" -> resume = true;
          case "--json" -> json = true;
          case "--help" -> {
            System.out.println("usage: oasis release [--state-dir D] [--resume] [--json]");
            return 0;
          }
          case "--state-dir" -> {
            if (++i == args.size()) {
              throw new UsageException("state-dir", "", "a value must follow");
            }
            stateDir = Path.of(args.get(i));
          }
          default ->
              throw new UsageException(
                  "argument", args.get(i), "known are --state-dir, --resume, --json");
        }
      }
      Release release = new Release(stateDir, HostRoot.REAL);
      Release.Report report = resume ? release.resume() : release.release();
      System.out.println(json ? report.json() : report.text());
      return report.complete() ? 0 : 1;
    } catch (UsageException e) {
      System.err.println("oasis release: " + e.getMessage());
      return UsageException.EXIT_CODE;
    } catch (EnvironmentException e) {
      System.err.println("oasis release: " + e.getMessage());
      return EnvironmentException.EXIT_CODE;
    }
  }
}
