package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Oasis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Shows that a manual names all that its command understands. */
class ManualTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void ofTheCommandHasEveryCommandAndOption() {
    CommandLine oasis = Oasis.commandLine();
    String manual = Manual.of("oasis", 1, oasis, "1");
    oasis
        .getSubcommands()
        .forEach(
            (name, line) -> {
              assertThat(manual).contains(".SH \"" + name.toUpperCase(Locale.ROOT));
              line.getCommandSpec().options().stream()
                  .filter(option -> !option.hidden())
                  .forEach(
                      option ->
                          assertThat(manual).contains(option.longestName().replace("-", "\\-")));
            });
  }

  @Test
  void ofAServiceHasEveryKey() {
    for (ServicePackage service : ServicePackage.all()) {
      String manual = Manual.of("x", 8, service.commandLine(), "1");
      service
          .component()
          .keys()
          .forEach(key -> assertThat(manual).contains("\\-\\-" + key.name().replace("-", "\\-")));
    }
  }

  /** The runbook's, for somebody who is at the host and in a hurry. */
  @Test
  void ofTheAdapterHasTheCommandsThatItsProgramTakes() throws Exception {
    ServicePackage adapter =
        ServicePackage.all().stream()
            .filter(service -> service.name().equals("adapter"))
            .findFirst()
            .orElseThrow();
    assertThat(adapter.launcher()).contains("doctor | release)");
    CommandLine line = adapter.commandLine();
    assertThat(Manual.of("oasis-adapter", 8, line, "1"))
        .contains(".SH \"RELEASE\"", "\\-\\-resume", ".SH \"DOCTOR\"", "\\-\\-contract")
        .contains("\\fICOMMAND\\fR", "[\\fIOPTION\\fR [\\fIVALUE\\fR]]...");
    Completions.into(new Tree(directory), "oasis-adapter", line);
    assertThat(offered("oasis-adapter", "re")).containsExactly("release");
    assertThat(offered("oasis-adapter", "release", "--re")).containsExactly("--resume");
    assertThat(directory.resolve("usr/share/fish/vendor_completions.d/oasis-adapter.fish"))
        .content()
        .contains("-a release -d", "__fish_seen_subcommand_from release' -l resume");
  }

  /** What bash offers for the last word. */
  private List<String> offered(String... words) throws IOException, InterruptedException {
    String script =
        """
        . "$0"
        compopt() { :; }
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        "$(complete -p "$1" | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
        printf '%s\n' "${COMPREPLY[@]}"
        """;
    Path file = directory.resolve("usr/share/bash-completion/completions").resolve(words[0]);
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, file.toString()));
    command.addAll(List.of(words));
    Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> said = bash.inputReader().lines().map(String::strip).toList();
    assertThat(bash.waitFor()).as(said.toString()).isZero();
    return said;
  }
}
