package io.oasis.distribution.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One of our main classes as a process of its own, on the class path of this one or the one that
 * the system property {@code oasis.class.path} names.
 *
 * @param name for people: log and pid files are called by it
 * @param kind whose {@link JvmOptions} it has
 * @param options of the JVM beyond those, which they overrule
 * @param arguments of the main class
 * @param environment besides this process's
 */
public record JvmService(
    String name,
    String kind,
    List<String> options,
    List<String> arguments,
    Map<String, String> environment) {

  /** Set by who starts services of a distribution from a program that is not part of it. */
  private static final String CLASS_PATH = "oasis.class.path";

  public JvmService {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("name = " + name + ": must be a plain lower-case word");
    }
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** The jars of a distribution, empty if these classes are not in one. */
  static Optional<Path> libraries() {
    Path first = Path.of(classPath().split(File.pathSeparator, -1)[0]).toAbsolutePath();
    return Optional.ofNullable(first.getParent())
        .filter(parent -> first.toString().endsWith(".jar") && parent.endsWith("lib"));
  }

  private static String classPath() {
    return System.getProperty(CLASS_PATH, System.getProperty("java.class.path"));
  }

  /** What to execute. */
  List<String> command() {
    JvmOptions jvm = JvmOptions.of(kind);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm.options());
    command.addAll(options);
    SharedArchive.of(kind).ifPresent(archive -> command.addAll(archive.flags()));
    command.add("-cp");
    command.add(libraries().map(this::ownClassPath).orElseGet(JvmService::classPath));
    command.add(Child.class.getName());
    command.addAll(jvm.main());
    command.addAll(arguments);
    return command;
  }

  /**
   * The jar of the kind, which names in its manifest those it needs: of the tables of contents of
   * all other jars a process would keep 5 MiB.
   */
  private String ownClassPath(Path libraries) {
    String names = "oasis-(distribution|%s)-[0-9].*".formatted(kind);
    try (Stream<Path> jars = Files.list(libraries)) {
      List<String> own =
          jars.filter(jar -> jar.getFileName().toString().matches(names))
              .sorted()
              .map(Path::toString)
              .toList();
      return own.size() < 2 ? classPath() : String.join(File.pathSeparator, own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
