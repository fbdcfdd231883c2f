package io.oasis.configuration;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** A component's command line: {@code --key value} or {@code --key=value} for each of its keys. */
final class Arguments {
  private static final int HELP_WIDTH_CHARS = 100;

  private final CommandLine line;
  private final ParseResult parsed;

  /**
   * @throws UsageException that names the key
   */
  Arguments(Component<?> component, List<String> arguments) {
    line = lineOf(component);
    addNamed(component, arguments);
    try {
      parsed = line.parseArgs(arguments.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      String first = e.getUnmatched().getFirst();
      throw first.startsWith("--")
          ? new UsageException(nameIn(first), "", unknown(component, nameIn(first)))
          : new UsageException("argument", first, "options are written --key value");
    } catch (OverwrittenOptionException e) {
      OptionSpec option = (OptionSpec) e.getOverwritten();
      throw new UsageException(nameIn(option.longestName()), "", "is given twice");
    } catch (MissingParameterException e) {
      OptionSpec option = (OptionSpec) e.getMissing().getFirst();
      throw new UsageException(nameIn(option.longestName()), "", "a value must follow");
    } catch (ParameterException e) {
      throw new UsageException("argument", "", String.valueOf(e.getMessage()));
    }
  }

  /** Why a key is refused that no key of the component covers. */
  static String unknown(Component<?> component, String key) {
    String retired = component.retired().get(key);
    return retired != null
        ? "is no key of " + component.name() + " any more: " + retired
        : "is not a key of "
            + component.name()
            + nearest(component, key).map(near -> "; nearest is " + near).orElse("");
  }

  /** The component's key that is most like another word. */
  static Optional<String> nearest(Component<?> component, String key) {
    return Nearest.of(key, component.keys().stream().map(Key::name).toList());
  }

  boolean isHelpWanted() {
    return parsed.isUsageHelpRequested();
  }

  String help() {
    return line.getUsageMessage();
  }

  /** What was given, without dashes. */
  Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    for (OptionSpec option : parsed.matchedOptions()) {
      if (!option.usageHelp()) {
        values.put(nameIn(option.longestName()), option.getValue());
      }
    }
    return values;
  }

  static CommandLine lineOf(Component<?> component) {
    CommandSpec spec = CommandSpec.create().name("oasis " + component.name());
    spec.usageMessage()
        .description(component.purpose(), "")
        .customSynopsis("oasis " + component.name() + " [--config FILE] [--KEY VALUE]...")
        .sortOptions(false)
        .width(HELP_WIDTH_CHARS)
        .footer(
            "",
            "What --interval-ms says, interval-ms in FILE and OASIS_INTERVAL_MS say too.",
            "(reloads): FILE is read again for it at SIGHUP; for all others at the start only.");
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    Stream.concat(Stream.of(Settings.CONFIG), component.keys().stream())
        .forEach(key -> spec.addOption(option(key.name(), key)));
    return new CommandLine(spec).setExpandAtFiles(false).setInterpolateVariables(false);
  }

  private static OptionSpec option(String name, Key<?> key) {
    String standard = key.standard().isEmpty() ? "" : " [" + key.standard() + "]";
    String range = key.range().equals("a " + key.unit()) ? "" : "; " + key.range();
    String reloads = key.reloads() ? " (reloads)" : "";
    return OptionSpec.builder("--" + name)
        .type(String.class)
        .paramLabel(key.unit().toUpperCase(Locale.ROOT))
        .description((key.meaning() + range + reloads + standard).replace("%", "%%"))
        .build();
  }

  /** Keys with the operator's own names become options as they are met. */
  private void addNamed(Component<?> component, List<String> arguments) {
    for (String argument : arguments) {
      String name = nameIn(argument);
      if (argument.startsWith("--") && line.getCommandSpec().findOption("--" + name) == null) {
        component
            .key(name)
            .ifPresent(found -> line.getCommandSpec().addOption(option(name, found)));
      }
    }
  }

  private static String nameIn(String argument) {
    String name = argument.startsWith("--") ? argument.substring(2) : argument;
    int equals = name.indexOf('=');
    return equals < 0 ? name : name.substring(0, equals);
  }
}
