package io.oasis.adapter.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file by which the kill switch tells an adapter that it may not enforce. */
public final class ReleaseMarker {
  private static final String FILE = "released";

  private final Path file;

  public ReleaseMarker(Path stateDir) {
    this.file = stateDir.resolve(FILE);
  }

  public boolean isSet() {
    return Files.exists(file);
  }

  public void set() throws IOException {
    if (!isSet()) {
      Files.createFile(file);
    }
  }

  /** Takes it back; says whether it was set. */
  public boolean clear() throws IOException {
    return Files.deleteIfExists(file);
  }
}
