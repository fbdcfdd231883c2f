package io.oasis.configuration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether nobody but root and who runs this may write to a path, or have it lead elsewhere: every
 * directory on the way counts, and so does all that links lead to.
 *
 * <p>Law: a directory on the way in which names are moved by their owners only (sticky, as for
 * everybody's temporary files) does no harm, but the path itself must not be one. What is not there
 * yet is as closed as what it will lie in; look again once it is made. By its mode all may write to
 * a directory that Kubernetes makes of a ConfigMap; one that is mounted to be read does no harm on
 * the way either.
 */
public final class ClosedPath {
  private static final int ROOT = 0;
  private static final int TYPE = 0xf000;
  private static final int LINK = 0xa000;
  private static final int STICKY = 0x200;
  private static final int GROUP_WRITES = 0x10;
  private static final int ALL_WRITE = 0x2;

  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final int MOUNT_POINT = 4;
  private static final int MOUNT_OPTIONS = 5;

  /** In a directory that Kubernetes makes of a ConfigMap or Secret, where its files are. */
  private static final String VOLUME = "..data";

  /** As many as the kernel follows. */
  private static final int MOST_LINKS = 40;

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

  private final int me;
  private final Path mounts;
  private int links;

  private ClosedPath(int me, Path mounts) {
    this.me = me;
    this.mounts = mounts;
  }

  /**
   * What is against it, naming the file or directory; nothing if it is closed.
   *
   * @throws IOException when it cannot be looked at
   */
  public static Optional<String> objection(Path path) throws IOException {
    return objection(path, MOUNTS);
  }

  /**
   * @param mounts as {@code /proc/self/mountinfo}
   */
  static Optional<String> objection(Path path, Path mounts) throws IOException {
    int me = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return new ClosedPath(me, mounts).against(path.toAbsolutePath(), true);
  }

  /** Names are not shortened: what {@code ..} is, only the kernel knows where links are. */
  private Optional<String> against(Path last, boolean isGoal) throws IOException {
    Optional<String> objection = Optional.empty();
    for (Path path = last; path != null && objection.isEmpty(); path = path.getParent()) {
      objection = againstOne(path, isGoal && path.equals(last));
    }
    return objection;
  }

  private Optional<String> againstOne(Path path, boolean isGoal) throws IOException {
    Owned owned;
    try {
      owned = Owned.of(path);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (owned.user() != ROOT && owned.user() != me) {
      return Optional.of(path + " belongs to user " + owned.user());
    }
    if (owned.isLink()) {
      links++;
      return links > MOST_LINKS
          ? Optional.of(path + " leads in a circle")
          : against(path.resolveSibling(Files.readSymbolicLink(path)), isGoal);
    }
    boolean isHarmless = !isGoal && (owned.isSticky() || isVolume(path));
    return owned.isOpenToOthersThan(me) && !isHarmless
        ? Optional.of("others may write to " + path)
        : Optional.empty();
  }

  private boolean isVolume(Path directory) throws IOException {
    Path data = directory.resolve(VOLUME);
    if (!Files.isSymbolicLink(data)) {
      return false;
    }
    int owner = Owned.of(data).user();
    return (owner == ROOT || owner == me) && isMountedToRead(directory.toRealPath());
  }

  /** Below another mount it does not count: a unit has all of its host so. */
  private boolean isMountedToRead(Path directory) throws IOException {
    try (Stream<String> lines = Files.lines(mounts, StandardCharsets.ISO_8859_1)) {
      return lines
          .map(line -> line.split(" ", -1))
          .anyMatch(
              words ->
                  words[MOUNT_POINT].equals(directory.toString())
                      && words[MOUNT_OPTIONS].matches("ro(,.*)?"));
    }
  }
}
