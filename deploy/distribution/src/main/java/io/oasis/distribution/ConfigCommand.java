package io.oasis.distribution;

import io.oasis.configuration.Component;
import io.oasis.configuration.Reference;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What can be configured, and whether a file is right. */
@Command(name = "config", description = "Show every key of every component, or check a file.")
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

  /** Reads a file as its component would. */
  @Command(
      name = "check",
      description = "Say whether a file is right, without starting anything.",
      mixinStandardHelpOptions = true)
  int check(
      @Parameters(paramLabel = "FILE", description = "As given to --config.") Path file,
      @Option(
              names = "--component",
              paramLabel = "NAME",
              description = "Whose it is (default: the file's name without its ending).")
          @Nullable String component) {
    String name =
        component == null ? file.getFileName().toString().replaceFirst("\\..*", "") : component;
    Component<?> reader =
        Reference.components().stream()
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--component = "
                            + name
                            + ": must be one of "
                            + String.join(
                                ", ",
                                Reference.components().stream().map(Component::name).toList())));
    reader.configuration(Map.of("config", file.toString()));
    spec.commandLine().getOut().println(file + ": right for " + name);
    return 0;
  }
}
