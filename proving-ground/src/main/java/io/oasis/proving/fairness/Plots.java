package io.oasis.proving.fairness;

import io.oasis.lab.experiment.Series;
import io.oasis.lab.report.Svg;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Draws what each application got, second by second: a picture for each line of the report. */
final class Plots {
  private Plots() {}

  /**
   * @param directory is made
   */
  static void draw(FairnessReport report, Path directory) {
    try {
      Files.createDirectories(directory);
      for (Outcome each : report.outcomes()) {
        Files.writeString(directory.resolve(name(each)), picture(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no plots can be written to " + directory, e);
    }
  }

  private static String name(Outcome of) {
    String plain = of.where().device() + " " + of.where().mix() + " " + of.where().contender();
    return plain.replaceAll("[^A-Za-z0-9.-]", "-") + ".svg";
  }

  private static String picture(Outcome of) {
    List<Series> curves = new ArrayList<>();
    of.got()
        .forEach(
            (name, got) ->
                curves.add(
                    new Series(
                        of.where().mix(),
                        name,
                        "IOPS",
                        got.perSecond().stream().mapToDouble(Double::doubleValue).toArray())));
    return Svg.panel(
        of.where().mix() + ", " + of.where().device() + ", " + of.where().contender(), curves);
  }
}
