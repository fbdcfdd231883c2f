package io.oasis.distribution;

import io.oasis.distribution.process.CurrentUser;
import io.oasis.distribution.process.DataDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where data is kept. */
final class DataOption {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Where data, logs and process ids are kept (default: /var/lib/oasis for root,"
              + " otherwise $XDG_STATE_HOME/oasis or ~/.local/state/oasis).")
  private @Nullable Path given;

  Path directory() {
    Path present = given;
    return (present == null ? standard() : present).toAbsolutePath().normalize();
  }

  static Path standard() {
    return DataDirectory.standard(System.getenv(), CurrentUser.isRoot());
  }
}
