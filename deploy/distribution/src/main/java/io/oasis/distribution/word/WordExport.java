package io.oasis.distribution.word;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.UrlOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Modes and guard rails of all domains as YAML. */
@Command(
    name = "export",
    description = {
      "Write modes and guard rails of all domains as YAML, to be kept and reviewed.",
      "The same word gives the same bytes; oasis import reads it."
    },
    mixinStandardHelpOptions = true)
public final class WordExport implements Callable<Integer> {
  @Mixin private UrlOption url = new UrlOption();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where it is written (default: standard output).")
  private @Nullable Path out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    SortedMap<String, Word> words = new TreeMap<>();
    try (ManagerClient client = url.client()) {
      for (String domain : InForce.domains(client)) {
        InForce.of(client, domain).ifPresent(found -> words.put(domain, found.word()));
      }
    }
    String text = WordFile.write(words);
    if (out == null) {
      PrintWriter told = spec.commandLine().getOut();
      told.print(text);
      told.flush();
    } else {
      Files.writeString(out, text);
    }
    return 0;
  }
}
