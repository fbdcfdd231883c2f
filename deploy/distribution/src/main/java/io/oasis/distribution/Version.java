package io.oasis.distribution;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the version of Oasis and of the Java it runs on. */
@Command(
    name = "version",
    description = "Print the version of Oasis and of the Java it runs on.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class Version implements Runnable, IVersionProvider {

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    String line =
        json
            ? "{\"oasis\":\"%s\",\"java\":\"%s\"}".formatted(oasis(), Runtime.version())
            : getVersion()[0];
    spec.commandLine().getOut().println(line);
  }

  @Override
  public String[] getVersion() {
    return new String[] {"oasis %s (Java %s)".formatted(oasis(), Runtime.version())};
  }

  /** The version in the jar's manifest; classes that run outside a jar have none. */
  private static String oasis() {
    return Objects.requireNonNullElse(
        Oasis.class.getPackage().getImplementationVersion(), "development");
  }
}
