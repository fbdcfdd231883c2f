package io.oasis.distribution;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.oasis.configuration.Component;
import io.oasis.configuration.FileCheck;
import io.oasis.configuration.FileCheck.Mistake;
import io.oasis.configuration.FileCheck.Said;
import io.oasis.configuration.Reference;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Reads a file as its component would, and says what it means or all that is wrong with it. */
@Command(
    name = "check",
    description = {
      "Say what a file means to its component, or all that is wrong with it, without starting"
          + " anything."
    },
    mixinStandardHelpOptions = true)
final class ConfigCheck implements Callable<Integer> {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              include -> include.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  @Parameters(paramLabel = "FILE", description = "As given to --config.")
  private Path file;

  @Option(
      names = "--component",
      paramLabel = "NAME",
      description = "Whose it is (default: the file's name without its ending).")
  private @Nullable String component;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  /** The answer in JSON. */
  private record Answer(
      String file, String component, boolean right, List<Said> keys, List<Mistake> mistakes) {}

  @Override
  public Integer call() {
    Component<?> reader = reader();
    FileCheck check = FileCheck.of(reader, file);
    if (json) {
      Answer answer =
          new Answer(
              file.toString(), reader.name(), check.isRight(), check.said(), check.mistakes());
      spec.commandLine().getOut().println(JSON.writeValueAsString(answer));
    } else {
      say(reader, check);
    }
    return check.isRight() ? 0 : Exit.USAGE;
  }

  private void say(Component<?> reader, FileCheck check) {
    if (!check.isRight()) {
      PrintWriter err = spec.commandLine().getErr();
      check.mistakes().forEach(mistake -> err.println("oasis: " + mistake.words()));
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "%s: right for %s; it sets %d keys, all others keep their defaults"
            .formatted(file, reader.name(), check.said().size()));
    check.said().forEach(said -> out.println(line(said)));
  }

  private static String line(Said said) {
    String standard = said.standard().isEmpty() ? "no default" : "default " + said.standard();
    return "  line %d: %s = %s (%s, %s): %s"
        .formatted(said.line(), said.key(), said.value(), said.unit(), standard, said.meaning());
  }

  private Component<?> reader() {
    String name =
        component == null ? file.getFileName().toString().replaceFirst("\\..*", "") : component;
    List<Component<?>> all = Reference.components();
    return all.stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--component = %s: must be one of %s"
                        .formatted(
                            name, String.join(", ", all.stream().map(Component::name).toList()))));
  }
}
