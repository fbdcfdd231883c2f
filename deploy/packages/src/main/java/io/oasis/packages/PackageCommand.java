package io.oasis.packages;

import io.oasis.distribution.Oasis;
import io.oasis.distribution.process.Trees;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the packages; the launcher builds what goes into them before. */
@Command(
    name = "oasis package",
    description = {
      "Make Debian packages of agent, adapter, manager and command, and of the Java they run on;",
      "or images of the services for containers.",
      "The same commit gives the same bytes with the same JDK."
    },
    mixinStandardHelpOptions = true)
public final class PackageCommand implements Callable<Integer> {
  private static final long BYTES_PER_MB = 1_000_000;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where they are put (default: target/packages or target/images).")
  private @Nullable Path out;

  @Option(
      names = "--images",
      arity = "0..1",
      split = ",",
      paramLabel = "NAME",
      fallbackValue = "agent,adapter,manager,brick,broker",
      description = "Make images of these services instead (default: ${FALLBACK-VALUE}).")
  private List<String> images = List.of();

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
    Path place = out == null ? Path.of("target", images.isEmpty() ? "packages" : "images") : out;
    Path directory = (place.isAbsolute() ? place : root.resolve(place)).normalize();
    Files.createDirectories(directory);
    Path work = Files.createTempDirectory(directory, "work");
    try {
      if (images.isEmpty()) {
        pack(directory, work);
      } else {
        images(directory, work);
      }
      return 0;
    } finally {
      Trees.erase(work);
    }
  }

  private static String version() {
    return Objects.requireNonNullElse(Oasis.class.getPackage().getImplementationVersion(), "0");
  }

  private void images(Path directory, Path work) {
    List<ServiceImage> wanted = images.stream().map(ServiceImage::of).toList();
    Tools tools = new Tools(directory.resolve("package.log"));
    Edition edition = Edition.of(root, version(), System.getenv(), tools);
    for (ServiceImage image : wanted) {
      Path lib = root.resolve("deploy").resolve(image.name()).resolve("target/oasis/lib");
      ServiceImage.Made made = image.make(lib, work, edition, directory, tools);
      say(
          "%s  %d MB, unpacked %d MB"
              .formatted(
                  made.file(),
                  made.file().toFile().length() / BYTES_PER_MB,
                  made.bytes() / BYTES_PER_MB));
    }
  }

  private void pack(Path directory, Path work) {
    Tools tools = new Tools(directory.resolve("package.log"));
    Edition edition = Edition.of(root, version(), System.getenv(), tools);
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
    say("%s  %d MB".formatted(file, file.toFile().length() / BYTES_PER_MB));
  }

  private void say(String line) {
    PrintWriter told = spec.commandLine().getOut();
    told.println(line);
    told.flush();
  }
}
