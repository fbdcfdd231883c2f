package io.oasis.adapter.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where an adapter keeps what it runs, the guardian's script, and what it puts back: nobody else
 * may write there, or to any directory on the way.
 */
final class StateDirectory {
  private static final int ROOT = 0;
  private static final int TYPE = 0xf000;
  private static final int LINK = 0xa000;

  /** In such a directory names can only be moved by their owners. */
  private static final int STICKY = 0x200;

  private static final int GROUP_WRITES = 0x10;
  private static final int ALL_WRITE = 0x2;

  /** Of a file itself, also of a link. */
  private record Owned(int user, int group, int mode) {
    static Owned of(Path path) throws IOException {
      Map<String, Object> read =
          Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      return new Owned(
          (int) Objects.requireNonNull(read.get("uid")),
          (int) Objects.requireNonNull(read.get("gid")),
          (int) Objects.requireNonNull(read.get("mode")));
    }

    boolean isLink() {
      return (mode & TYPE) == LINK;
    }

    boolean isSticky() {
      return (mode & STICKY) != 0;
    }

    /** A user may have a group to himself; whoever is in another group is not root. */
    boolean isOpenToOthersThan(int me) {
      return (mode & ALL_WRITE) != 0 || me == ROOT && group != ROOT && (mode & GROUP_WRITES) != 0;
    }
  }

  private final Path directory;
  private final int me;

  private StateDirectory(Path directory, int me) {
    this.directory = directory;
    this.me = me;
  }

  /**
   * Makes it if need be.
   *
   * @throws EnvironmentException when it cannot be, or others may write there
   */
  static void make(Path directory) throws EnvironmentException {
    try {
      Files.createDirectories(directory);
      int me = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      new StateDirectory(directory, me).check(directory.toAbsolutePath().normalize(), true);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make " + directory + " (" + e + "): give a writable --state-dir", e);
    }
  }

  private void check(Path last, boolean isItself) throws EnvironmentException, IOException {
    for (Path path = last; path != null; path = path.getParent()) {
      boolean isState = isItself && path.equals(last);
      Owned owned = Owned.of(path);
      if (owned.user() != ROOT && owned.user() != me) {
        throw refused(path + " belongs to user " + owned.user());
      }
      if (owned.isLink()) {
        check(path.resolveSibling(Files.readSymbolicLink(path)).normalize(), isState);
      } else if (owned.isOpenToOthersThan(me) && (isState || !owned.isSticky())) {
        throw refused("others may write to " + path);
      }
    }
  }

  private EnvironmentException refused(String why) {
    return new EnvironmentException(
        "state-dir = %s: %s, and what is there is run: name one that only its user may write to"
            .formatted(directory, why));
  }
}
