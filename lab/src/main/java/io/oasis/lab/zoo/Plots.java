package io.oasis.lab.zoo;

import io.oasis.lab.experiment.Series;
import io.oasis.lab.report.Svg;
import io.oasis.lab.zoo.judge.Judgement;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.site.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes the rates of every run as curves into a directory. */
final class Plots implements BiConsumer<Judgement, Run> {
  private static final int MOST_CURVES = 6;

  private final Path directory;

  Plots(Path directory) {
    this.directory = directory;
  }

  @Override
  public void accept(Judgement judgement, Run run) {
    String title =
        "%s, %s, %s, seed %d"
            .formatted(
                judgement.what().scenario().name(),
                judgement.what().policy(),
                ScenarioReader.label(judgement.what().enforcement()),
                judgement.what().seed());
    String name = title.replaceAll("[^A-Za-z0-9]+", "-");
    try {
      Files.createDirectories(directory);
      Files.writeString(
          directory.resolve(name + ".svg"), Svg.panel(title, curves(run)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Series> curves(Run run) {
    List<Series> curves = new ArrayList<>();
    int applications = run.scenario().applications().size();
    for (int i = 0; i < StrictMath.min(MOST_CURVES, applications); i++) {
      double[] ios = new double[run.counted().bySecond().intervals()];
      for (int second = 0; second < ios.length; second++) {
        ios[second] = run.counted().bySecond().ios(i, second);
      }
      curves.add(
          new Series("iops", run.scenario().applications().get(i).name(), "I/Os per second", ios));
    }
    return curves;
  }
}
