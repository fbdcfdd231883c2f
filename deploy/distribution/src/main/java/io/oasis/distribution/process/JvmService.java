package io.oasis.distribution.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One of our main classes as a process of its own, on the class path of this one or the one that
 * the system property {@code oasis.class.path} names.
 *
 * @param name for people: log and pid files are called by it
 * @param heapMiB the most its heap may take
 * @param options of the JVM, for this service alone
 * @param arguments of the main class
 */
public record JvmService(
    String name, String mainClass, int heapMiB, List<String> options, List<String> arguments) {
  /** Kafka's clients reach into sun.misc.Unsafe, OR-Tools and others into native code. */
  private static final List<String> ACCESS =
      List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

  /** Services are small: the simplest collector and the first compiler start fastest. */
  private static final List<String> SMALL =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseCompactObjectHeaders",
          "-Xshare:auto",
          "-XX:-UsePerfData");

  /**
   * For services that do a little every second: what an interval leaves behind dies young, so that
   * the heap stays near what is in use instead of filling up to its limit; and methods are compiled
   * after 40 calls instead of 200, which would take minutes of interpreting.
   */
  private static final List<String> SMALL_HEAP =
      List.of("-Xms10m", "-Xmn6m", "-XX:SurvivorRatio=3", "-XX:CompileThresholdScaling=0.2");

  private static final int SMALL_HEAP_MIB = 64;

  /** Set by who starts services of a distribution from a program that is not part of it. */
  private static final String CLASS_PATH = "oasis.class.path";

  public JvmService {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("name = " + name + ": must be a plain lower-case word");
    }
    if (heapMiB < 8) {
      throw new IllegalArgumentException("heapMiB = " + heapMiB + ": must be at least 8");
    }
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
  }

  public JvmService(String name, String mainClass, int heapMiB, List<String> arguments) {
    this(name, mainClass, heapMiB, List.of(), arguments);
  }

  static String classPath() {
    return System.getProperty(CLASS_PATH, System.getProperty("java.class.path"));
  }

  /** What to execute. */
  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SMALL);
    command.addAll(ACCESS);
    command.add("-Xmx" + heapMiB + "m");
    command.addAll(heapMiB < SMALL_HEAP_MIB ? SMALL_HEAP : List.of());
    command.addAll(options);
    command.add("-XX:+ExitOnOutOfMemoryError");
    SharedArchive.of(name).ifPresent(archive -> command.addAll(archive.flags()));
    command.add("-cp");
    command.add(classPath());
    command.add(Child.class.getName());
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }
}
