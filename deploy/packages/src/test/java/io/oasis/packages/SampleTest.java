package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Component;
import io.oasis.configuration.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that the file that an operator gets has every key that the service reads, and its defaults.
 */
class SampleTest {
  @TempDir private Path directory = Path.of("");

  static Stream<ServicePackage> services() {
    return ServicePackage.all().stream();
  }

  @ParameterizedTest
  @MethodSource("services")
  void everyKeyStandsInItOnceWithItsDefaultAndMeaning(ServicePackage service) {
    List<String> lines = service.sample().lines().toList();
    for (Key<?> key : service.component().keys()) {
      String line = ("#" + key.name() + ": " + key.standard()).stripTrailing();
      assertThat(lines).filteredOn(line::equals).as(key.name()).hasSize(1);
      assertThat(lines.get(lines.indexOf(line) - 1)).contains(key.meaning());
    }
    assertThat(lines.stream().filter(line -> line.matches("#?[a-z-]+:.*")))
        .hasSize(service.component().keys().size());
  }

  @ParameterizedTest
  @MethodSource("services")
  void theServiceReadsItAsItIsAndWithoutItsCommentSigns(ServicePackage service) throws IOException {
    Component<?> component = service.component();
    Path file = directory.resolve("sample.yaml");
    Files.writeString(file, service.sample());
    Object asItIs = component.configuration(Map.of("config", file.toString()));
    Files.writeString(file, service.sample().replaceAll("(?m)^#([a-z-]+:)", "$1"));
    Object allSaid = component.configuration(Map.of("config", file.toString()));
    assertThat(allSaid.toString()).isEqualTo(asItIs.toString());
  }
}
