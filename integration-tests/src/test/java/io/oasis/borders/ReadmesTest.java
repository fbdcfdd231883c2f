package io.oasis.borders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shows that each module says in short what is where in it. */
class ReadmesTest {
  private static final int MOST_LINES = 30;
  private static final Path SOURCES = Path.of("src/main/java/io/oasis");

  private static Set<Path> modules() throws IOException {
    return Checkout.java().stream()
        .filter(file -> file.toString().contains("/" + SOURCES + "/"))
        .map(ReadmesTest::moduleOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Path moduleOf(Path file) {
    String path = file.toString();
    return Path.of(path.substring(0, path.indexOf("/" + SOURCES + "/")));
  }

  /** Those without code of their own among them. */
  private static List<Path> poms() throws IOException {
    return Checkout.files().stream()
        .filter(file -> file.endsWith("pom.xml") && !file.equals(Checkout.ROOT.resolve("pom.xml")))
        .map(Path::getParent)
        .toList();
  }

  @Test
  void everyModuleHasAReadmeThatIsReadInAMinute() throws IOException {
    assertThat(poms())
        .containsAll(modules())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            module ->
                assertThat(Files.readAllLines(module.resolve("README.md")))
                    .hasSizeBetween(1, MOST_LINES));
  }

  @Test
  void everyPackageOfAModuleIsInItsReadme() throws IOException {
    for (Path module : modules()) {
      String readme = Files.readString(module.resolve("README.md"));
      for (Path each : directories(root(module.resolve(SOURCES)))) {
        assertThat(readme).as("%s", each).containsPattern("`" + each.getFileName() + "[`/]");
      }
    }
  }

  /** The directory below which a module's packages are. */
  private static Path root(Path sources) throws IOException {
    Path root = sources;
    while (directories(root).size() == 1 && !hasFiles(root)) {
      root = directories(root).getFirst();
    }
    return root;
  }

  private static boolean hasFiles(Path directory) throws IOException {
    try (Stream<Path> content = Files.list(directory)) {
      return content.anyMatch(Files::isRegularFile);
    }
  }

  private static List<Path> directories(Path directory) throws IOException {
    try (Stream<Path> content = Files.list(directory)) {
      return content.filter(Files::isDirectory).sorted().toList();
    }
  }
}
