package io.oasis.configuration;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;

/** Every key of the components that are on the class path, made of the lists they are read by. */
public final class Reference {
  private static final String HEAD =
      """
      # Configuration

      Made by `oasis config --markdown`; a test compares it with the code. How a key is said, and what wins: \
      [the command line](cli.md#oasis-manager-agent-adapter-brick). What reloads is taken from the file at SIGHUP: \
      [while it runs](cli.md#while-a-service-runs).
      """;

  private Reference() {}

  /** The components, by name. */
  public static List<Component<?>> components() {
    return StreamSupport.stream(ServiceLoader.load(Component.class).spliterator(), false)
        .<Component<?>>map(component -> component)
        .sorted(Comparator.comparing(component -> component.name()))
        .toList();
  }

  /** The command line of a component, for who writes pages and completions of it. */
  public static CommandLine commandLine(Component<?> component) {
    return Arguments.lineOf(component);
  }

  /** The helps of all. */
  public static String text() {
    return components().stream()
        .map(component -> new Arguments(component, List.of()).help())
        .collect(Collectors.joining("\n"));
  }

  /** One table for each. */
  public static String markdown() {
    return HEAD + components().stream().map(Reference::table).collect(Collectors.joining());
  }

  private static String table(Component<?> component) {
    String head =
        """

        ## oasis %s

        %s

        | key | unit | default | range | meaning | reloads |
        |---|---|---|---|---|---|
        """
            .formatted(component.name(), component.purpose());
    return component.keys().stream().map(Reference::row).collect(Collectors.joining("", head, ""));
  }

  private static String row(Key<?> key) {
    String standard = key.standard().isEmpty() ? "" : "`" + key.standard() + "`";
    String row =
        "| `%s` | %s | %s | %s | %s | %s |\n"
            .formatted(
                key.name(),
                key.unit(),
                standard,
                key.range(),
                key.meaning(),
                key.reloads() ? "yes" : "");
    return row.replace("'|'", "'\\|'");
  }
}
