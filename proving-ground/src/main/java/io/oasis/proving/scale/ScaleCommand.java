package io.oasis.proving.scale;

import io.oasis.distribution.Range;
import io.oasis.proving.BenchOutput;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Mixin private BenchOutput output = new BenchOutput();

  @Override
  public Integer call() {
    Range.check("--seconds", seconds, 5, 3_600);
    Range.check("--managers", managers, 0, 3);
    ScaleReport report = new ScaleRun(seconds, output::say).run(shapes());
    return output.print(report, report.text(), report.bars());
  }

  private List<ScaleRun.Shape> shapes() {
    if (only != null) {
      return List.of(ScaleRun.Shape.parse(only, Math.max(1, managers)));
    }
    return managers == 0 ? ScaleRun.shapes() : List.of(new ScaleRun.Shape(100, 100, managers));
  }
}
