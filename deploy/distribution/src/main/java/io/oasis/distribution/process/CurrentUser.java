package io.oasis.distribution.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whom this process belongs to. */
public final class CurrentUser {
  private CurrentUser() {}

  /** Whether it is root. */
  public static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
