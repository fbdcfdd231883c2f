package io.oasis.proving.scale;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code oasis bench scale}. */
@Command(
    name = "scale",
    description = {
      "Measure the manager's processor, memory and the time from a request to the setting that"
          + " answers it, with made-up agents at a real broker: growth up to 10,000 queues that ask"
          + " once a second, one domain of 10,000, and one to three managers.",
      "Exit code 1 when a bar is not met. Let the machine do nothing else meanwhile."
    },
    mixinStandardHelpOptions = true)
public final class ScaleCommand implements Callable<Integer> {
  private static final int NOT_MET = 1;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Measured of each set-up (default: ${DEFAULT-VALUE}).")
  private int seconds = 30;

  @Option(
      names = "--managers",
      paramLabel = "N",
      description = "Only the largest load, or what --only says, on so many managers.")
  private int managers;

  @Option(
      names = "--only",
      paramLabel = "DxQ",
      description = "Only D domains of Q queues each, such as 100x100.")
  private @Nullable String only;

  @Option(names = "--json", description = "Print one JSON object; what goes on goes to stderr.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    between("--seconds", seconds, 5, 3_600);
    between("--managers", managers, 0, 3);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ScaleReport report =
        new ScaleRun(
                seconds,
                line -> {
                  err.println(line);
                  err.flush();
                })
            .run(shapes());
    out.print(json ? new JsonMapper().writeValueAsString(report) + "\n" : report.text());
    out.flush();
    return report.failures().isEmpty() ? 0 : NOT_MET;
  }

  private List<ScaleRun.Shape> shapes() {
    if (only != null) {
      return List.of(ScaleRun.Shape.parse(only, Math.max(1, managers)));
    }
    return managers == 0 ? ScaleRun.shapes() : List.of(new ScaleRun.Shape(100, 100, managers));
  }

  private static void between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: must be from %d to %d".formatted(option, value, least, most));
    }
  }
}
