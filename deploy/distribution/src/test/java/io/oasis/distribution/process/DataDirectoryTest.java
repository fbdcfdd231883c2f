package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows who may look into a data directory, and whose it may be. */
class DataDirectoryTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void itIsForWhoRunsIt() throws IOException {
    Path root = directory.resolve("new");
    try (DataDirectory _ = DataDirectory.open(root)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void oneThatSomebodyElsePreparedIsRefused() throws IOException {
    Assumptions.assumeTrue(
        "root".equals(Files.getOwner(directory).getName()), "needs root, to give it away");
    Path root = Files.createDirectory(directory.resolve("prepared"));
    Files.setOwner(
        root,
        FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

    assertThatThrownBy(() -> DataDirectory.open(root))
        .isInstanceOf(MissingException.class)
        .hasMessageContaining("belongs to nobody");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void withoutAHomeItMustBeNamed() {
    assertThatThrownBy(() -> DataDirectory.standard(Map.of(), false))
        .isInstanceOf(MissingException.class)
        .hasMessageContaining("--data-dir");
    assertThat(DataDirectory.standard(Map.of("HOME", "/srv/a"), false))
        .isEqualTo(Path.of("/srv/a/.local/state/oasis"));
    assertThat(DataDirectory.standard(Map.of("XDG_STATE_HOME", "/s"), false))
        .isEqualTo(Path.of("/s/oasis"));
    assertThat(DataDirectory.standard(Map.of(), true)).isEqualTo(Path.of("/var/lib/oasis"));
  }
}
