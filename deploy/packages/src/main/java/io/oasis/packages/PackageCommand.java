package io.oasis.packages;

import io.oasis.distribution.Oasis;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the packages; the launcher builds what goes into them before. */
@Command(
    name = "oasis package",
    description = {
      "Make Debian packages of agent, adapter, manager and command, and of the Java they run on.",
      "The same commit gives the same bytes."
    },
    mixinStandardHelpOptions = true)
public final class PackageCommand implements Callable<Integer> {
  private static final long BYTES_PER_MB = 1_000_000;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where they are put (default: target/packages of the checkout).")
  private Path out = Path.of("target", "packages");

  @Option(
      names = "--root",
      paramLabel = "DIR",
      hidden = true,
      description = "The checkout (default: ${DEFAULT-VALUE}).")
  private Path root = Path.of(Objects.requireNonNullElse(System.getenv("OASIS_HOME"), "."));

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new PackageCommand());
    line.setExecutionExceptionHandler(
        (e, command, _) -> {
          if (e instanceof UnfitException) {
            command.getErr().println("oasis package: " + e.getMessage());
            return UnfitException.EXIT_CODE;
          }
          throw e;
        });
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Path directory = (out.isAbsolute() ? out : root.resolve(out)).normalize();
    Files.createDirectories(directory);
    Path work = Files.createTempDirectory(directory, "work");
    try {
      pack(directory, work);
      return 0;
    } finally {
      delete(work);
    }
  }

  private void pack(Path directory, Path work) {
    Tools tools = new Tools(directory.resolve("package.log"));
    String version =
        Objects.requireNonNullElse(Oasis.class.getPackage().getImplementationVersion(), "0");
    Edition edition = Edition.of(root, version, System.getenv(), tools);
    tools.ask("dpkg-deb", "--version");
    Path distributions = root.resolve("deploy");
    for (ServicePackage service : ServicePackage.all()) {
      Tree tree = new Tree(work.resolve(service.name()));
      say(service.pack(distributions, tree, edition, directory, tools));
    }
    Tree command = new Tree(work.resolve("command"));
    say(CommandPackage.pack(distributions, command, edition, directory, tools));
    Tree runtime = new Tree(work.resolve("runtime"));
    say(RuntimePackage.pack(work.resolve("image"), runtime, edition, directory, tools));
  }

  private void say(Path file) {
    PrintWriter told = spec.commandLine().getOut();
    told.println("%s  %d MB".formatted(file, file.toFile().length() / BYTES_PER_MB));
    told.flush();
  }

  private static void delete(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
