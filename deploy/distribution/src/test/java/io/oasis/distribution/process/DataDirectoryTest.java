package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.distribution.MissingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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
    Files.setAttribute(root, "unix:uid", 12_345);

    for (Path data : List.of(root, root.resolve("below"))) {
      assertThatThrownBy(() -> DataDirectory.open(data))
          .isInstanceOf(MissingException.class)
          .hasMessageContaining(root + " belongs to user 12345");
    }
    assertThat(root).isEmptyDirectory();
  }

  /** There somebody else may put a link to what is changed then. */
  @Test
  void oneWhereOthersMayWriteIsRefusedAndLeftAsItIs() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(open.resolve("link"), elsewhere);
    set(open, "rwxrwxrwx");
    set(elsewhere, "rwxr-xr-x");
    for (Path data : List.of(open, open.resolve("below"), link)) {
      assertThatThrownBy(() -> DataDirectory.open(data))
          .isInstanceOf(MissingException.class)
          .hasMessageContaining("others may write to " + open);
    }
    assertThat(open.resolve("below")).doesNotExist();
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(elsewhere)))
        .isEqualTo("rwxr-xr-x");
  }

  private static void set(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
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
