package io.oasis.lab;

import io.oasis.lab.papers.JudgedRow;
import io.oasis.lab.papers.PaperRows;
import io.oasis.lab.papers.PapersText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oasis lab papers}. */
@Command(
    name = "papers",
    description =
        "Judges each figure and table of the papers; exit code 1 unless all are reproduced.",
    mixinStandardHelpOptions = true)
final class PapersCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      description = "Seeds 1 to N, or A..B; default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private String seeds = "1..30";

  @Option(names = "--json", description = "One JSON object on standard output.")
  private boolean json;

  @Option(
      names = "--paper",
      description = "Only this one: oasis, argon, zygaria, study or co-scheduling.",
      paramLabel = "NAME")
  private String paper = "";

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    List<JudgedRow> rows =
        PaperRows.run(
            paper,
            Seeds.parse(spec, seeds),
            line -> {
              synchronized (err) {
                err.println(line);
                err.flush();
              }
            });
    if (rows.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "paper = " + paper + ": there is none; see --help");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? PapersText.json(rows) : PapersText.table(rows));
    out.flush();
    return rows.stream().allMatch(JudgedRow::isShown)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }
}
