package io.oasis.proving;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** How a bench says what goes on and what it found: the same for all of them. */
public final class BenchOutput {
  private static final int NOT_MET = 1;

  @Option(names = "--json", description = "Print one JSON object; what goes on goes to stderr.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec bench;

  /** What goes on, at once. */
  public void say(String line) {
    PrintWriter err = bench.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /**
   * @param failures bars that are not met
   * @return the exit code
   */
  public int print(Object report, String text, List<String> failures) {
    PrintWriter out = bench.commandLine().getOut();
    out.print(json ? new JsonMapper().writeValueAsString(report) + "\n" : text);
    out.flush();
    return failures.isEmpty() ? 0 : NOT_MET;
  }
}
