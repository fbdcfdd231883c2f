package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a commit gives the same packages and images wherever it was cloned to. */
@Tag("deep")
class SameBytesIT {
  @TempDir private Path directory = Path.of("");

  @Test
  void twoClonesGiveTheSameBytes() throws Exception {
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    Needs.program("git", "/usr/bin/git");
    List<Path> one = packaged(directory.resolve("one"));
    List<Path> other = packaged(directory.resolve("another/below"));
    assertThat(one).hasSameSizeAs(other).hasSizeGreaterThan(5);
    for (int i = 0; i < one.size(); i++) {
      assertThat(Files.mismatch(one.get(i), other.get(i))).as("%s", one.get(i)).isEqualTo(-1);
    }
  }

  private static List<Path> packaged(Path clone) throws IOException, InterruptedException {
    Files.createDirectories(clone);
    run(clone, "git", "clone", "-q", Packed.ROOT.toString(), ".");
    run(clone, "./oasis", "package");
    run(clone, "./oasis", "package", "--images");
    try (Stream<Path> files =
        Stream.concat(
            Files.list(clone.resolve("target/packages")),
            Files.list(clone.resolve("target/images")))) {
      return files.sorted().toList();
    }
  }

  private static void run(Path clone, String... command) throws IOException, InterruptedException {
    Path said = Files.createTempFile(clone.getParent(), "said", ".txt");
    int code =
        new ProcessBuilder(command)
            .directory(clone.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    assertThat(code).as("%s: %s", List.of(command), Files.readString(said)).isZero();
  }
}
