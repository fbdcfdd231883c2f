package io.oasis.proving;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

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
   * @param bars what it is held to; their counts are in the JSON, too, where there are any
   * @return the exit code
   */
  public int print(Object report, String text, Bars bars) {
    PrintWriter out = bench.commandLine().getOut();
    out.print(json ? json(report, bars) + "\n" : text);
    out.flush();
    return bars.failures().isEmpty() ? 0 : NOT_MET;
  }

  private static String json(Object report, Bars bars) {
    JsonMapper mapper = new JsonMapper();
    ObjectNode node = mapper.valueToTree(report);
    if (!bars.shortfalls().isEmpty()) {
      node.putPOJO("counts", bars.counts());
    }
    return mapper.writeValueAsString(node);
  }
}
