package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Reference;
import io.oasis.distribution.Oasis;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Shows that a manual names all that its command understands. */
class ManualTest {
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
      String manual = Manual.of("x", 8, Reference.commandLine(service.component()), "1");
      service
          .component()
          .keys()
          .forEach(key -> assertThat(manual).contains("\\-\\-" + key.name().replace("-", "\\-")));
    }
  }
}
