package io.oasis.packages;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What shells offer while a command is written. */
final class Completions {
  private Completions() {}

  /** For bash, zsh (by way of its bashcompinit) and fish. */
  static void into(Tree tree, String name, CommandLine line) {
    tree.text("usr/share/bash-completion/completions/" + name, bash(name, line));
    tree.text("usr/share/zsh/vendor-completions/_" + name, zsh(name));
    tree.text("usr/share/fish/vendor_completions.d/" + name + ".fish", fish(name, line));
  }

  /** Without the line that would make a program of it. */
  private static String bash(String name, CommandLine line) {
    return AutoComplete.bash(name, line).replaceFirst("^#!.*\\R", "");
  }

  private static String zsh(String name) {
    return """
    #compdef %1$s
    autoload -U +X bashcompinit && bashcompinit
    source /usr/share/bash-completion/completions/%1$s
    """
        .formatted(name);
  }

  private static String fish(String name, CommandLine line) {
    StringBuilder text = new StringBuilder();
    text.append("complete -c %s -f\n".formatted(name));
    options(text, name, "", line.getCommandSpec());
    line.getSubcommands()
        .forEach(
            (word, sub) -> {
              text.append(
                  "complete -c %s -n __fish_use_subcommand -a %s -d '%s'\n"
                      .formatted(name, word, described(sub.getCommandSpec())));
              options(text, name, word, sub.getCommandSpec());
            });
    return text.toString();
  }

  private static void options(StringBuilder text, String name, String word, CommandSpec spec) {
    String where = word.isEmpty() ? "" : " -n '__fish_seen_subcommand_from " + word + "'";
    for (OptionSpec option : spec.options()) {
      String longest = option.longestName();
      if (longest.startsWith("--") && !option.hidden()) {
        String value = option.arity().max() == 0 ? "" : " -r -F";
        text.append(
            "complete -c %s%s -l %s%s -d '%s'\n"
                .formatted(
                    name,
                    where,
                    longest.substring(2),
                    value,
                    quoted(String.join(" ", option.description()))));
      }
    }
  }

  private static String described(CommandSpec spec) {
    return quoted(String.join(" ", spec.usageMessage().description()));
  }

  private static String quoted(String plain) {
    return plain.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%").replace('\n', ' ');
  }
}
