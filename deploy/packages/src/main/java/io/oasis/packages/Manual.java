package io.oasis.packages;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A page of man(1), in roff, of what picocli knows of a command. */
final class Manual {
  private final StringBuilder text = new StringBuilder();

  private Manual() {}

  /**
   * The page.
   *
   * @param section 1 for commands, 8 for services
   * @param edition the version at its foot
   */
  static String of(String name, int section, CommandLine line, String edition) {
    Manual page = new Manual();
    CommandSpec spec = line.getCommandSpec();
    page.line(
        ".TH %s %d \"\" \"%s\" \"Oasis\""
            .formatted(name.toUpperCase(Locale.ROOT), section, escaped(edition)));
    page.line(".SH NAME");
    page.line(escaped(name) + " \\- " + escaped(purpose(spec)));
    page.synopsis(section, name, line);
    page.line(".SH OPTIONS");
    page.options(spec);
    page.commands("", line);
    page.files(section, name);
    return page.text.toString();
  }

  private void synopsis(int section, String name, CommandLine line) {
    line(".SH SYNOPSIS");
    boolean isService = section != 1;
    if (isService) {
      line(".B " + escaped(name));
      line("[\\fIOPTION\\fR [\\fIVALUE\\fR]]...");
    }
    if (!line.getSubcommands().isEmpty()) {
      line(isService ? ".br\n.B " + escaped(name) : ".B " + escaped(name));
      line("\\fICOMMAND\\fR [\\fIOPTION\\fR]...");
    }
  }

  private void files(int section, String name) {
    if (section == 1) {
      return;
    }
    String service = name.substring(name.indexOf('-') + 1);
    line(".SH FILES");
    line(".TP");
    line("\\fI/etc/oasis/" + service + ".yaml\\fR");
    line(
        "what the unit "
            + escaped(name)
            + ".service gives as \\-\\-config: the options above without dashes");
    line(".TP");
    line("\\fI/var/lib/oasis/" + service + "\\fR");
    line("where it keeps what outlives it");
  }

  private void commands(String prefix, CommandLine line) {
    for (Map.Entry<String, CommandLine> each : line.getSubcommands().entrySet()) {
      CommandSpec spec = each.getValue().getCommandSpec();
      String name = (prefix + " " + each.getKey()).strip();
      line(".SH \"" + escaped(name.toUpperCase(Locale.ROOT)) + "\"");
      line(escaped(String.join(" ", spec.usageMessage().description())));
      options(spec);
      commands(name, each.getValue());
    }
  }

  private void options(CommandSpec spec) {
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        item(String.join(", ", option.names()), value(option), option);
      }
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      if (!parameter.hidden()) {
        item("", parameter.paramLabel(), parameter);
      }
    }
  }

  private static String value(OptionSpec option) {
    return option.arity().max() == 0 ? "" : option.paramLabel();
  }

  private void item(String names, String value, ArgSpec argument) {
    line(".TP");
    String label = value.isEmpty() ? "" : " \\fI" + escaped(value) + "\\fR";
    line(("\\fB" + escaped(names) + "\\fR" + label).replace("\\fB\\fR ", ""));
    line(escaped(described(argument)));
  }

  /** With its variables replaced, such as the default. */
  private static String described(ArgSpec argument) {
    List<String> lines = List.of(argument.description());
    String standard = String.valueOf(argument.defaultValueString(true));
    return lines.stream()
        .map(each -> each.replace("${DEFAULT-VALUE}", standard).replace("%%", "%"))
        .collect(Collectors.joining(" "));
  }

  private static String purpose(CommandSpec spec) {
    String first = String.join(" ", spec.usageMessage().description()).strip();
    String plain = Help.Ansi.OFF.string(first);
    return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
  }

  private void line(String line) {
    text.append(line.isBlank() ? "\\&" : line).append('\n');
  }

  /** A point or an apostrophe at the start of a line would be a command. */
  private static String escaped(String plain) {
    String safe =
        plain
            .replace("%n", " ")
            .strip()
            .replace("\\", "\\e")
            .replace("-", "\\-")
            .replace("'", "\\(aq")
            .replace('\n', ' ');
    return safe.startsWith(".") ? "\\&" + safe : safe;
  }
}
