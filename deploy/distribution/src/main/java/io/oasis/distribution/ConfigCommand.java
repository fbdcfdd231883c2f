package io.oasis.distribution;

import io.oasis.configuration.Reference;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What can be configured, and whether a file is right. */
@Command(
    name = "config",
    description = "Show every key of every component, or check a file.",
    subcommands = ConfigCheck.class)
final class ConfigCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      description = "Show every key of every component.")
  @SuppressWarnings("UnusedVariable") // the keys are shown anyway
  private boolean help;

  @Option(names = "--markdown", description = "Show them as docs/reference/configuration.md.")
  private boolean markdown;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (!markdown) {
      spec.commandLine().usage(out);
      out.println();
    }
    out.print(markdown ? Reference.markdown() : Reference.text());
    out.flush();
    return 0;
  }
}
