package io.oasis.linux;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the cgroups of a hierarchy, not more than so many.
 *
 * <p>Law: where there are more, those below each directory are found in turns, so that who makes
 * many below what is his hides his own: a cgroup is found before its children, and no directory has
 * more than its equals while one of those has more to be found. Within a directory those come first
 * that were there before.
 */
final class CgroupTree {
  private static final Logger LOG = LoggerFactory.getLogger(CgroupTree.class);
  private static final int MAX_DEPTH = 64;

  /**
   * A directory that only its own name and its own dot link to has no children, and its two dozen
   * files need not be looked at. File systems that do not count links say 1.
   */
  private static final int LEAF_LINKS = 2;

  private final CgroupVersion version;
  private final int most;
  private final Set<String> known;
  private final Map<String, Cgroup> found = new TreeMap<>();

  /** Directories with names whose turn has not come. */
  private final List<Branch> listed = new ArrayList<>();

  /** Such names, of all directories. */
  private int waiting;

  private boolean isWhole = true;

  private CgroupTree(CgroupVersion version, int most, Set<String> known) {
    this.version = version;
    this.most = most;
    this.known = known;
  }

  /**
   * @param known paths of those that were there before
   */
  static CgroupTree of(CgroupMount top, int most, Set<String> known) {
    CgroupTree tree = new CgroupTree(top.version(), most, known);
    Branch root = tree.new Branch(top.directory(), "", 0);
    boolean isMore = true;
    while (isMore) {
      isMore = root.turn();
    }
    return tree;
  }

  /** By path. */
  Map<String, Cgroup> found() {
    return found;
  }

  /** Whether there are no others. */
  boolean isWhole() {
    return isWhole;
  }

  /** Keeps no more names than are worth it: those go that their directories have most of. */
  private void trim() {
    while (waiting > 2 * most) {
      listed.removeIf(branch -> branch.names.isEmpty());
      Deque<String> longest =
          listed.stream()
              .map(branch -> branch.names)
              .max(Comparator.comparingInt(Deque::size))
              .orElseThrow();
      for (int left = longest.size() / 2; longest.size() > left; waiting--) {
        longest.removeLast();
      }
      isWhole = false;
    }
  }

  /** A directory and what is below it. */
  private final class Branch {
    private final Path directory;
    private final String path;
    private final int depth;
    private final Deque<String> names = new ArrayDeque<>();

    /** Children that were found, and may have some. */
    private final Deque<Branch> turns = new ArrayDeque<>();

    private boolean isListed;

    Branch(Path directory, String path, int depth) {
      this.directory = directory;
      this.path = path;
      this.depth = depth;
    }

    /**
     * Finds one more.
     *
     * @return whether there was one
     */
    boolean turn() {
      if (!isListed) {
        isListed = true;
        list();
      }
      while (!names.isEmpty()) {
        waiting--;
        if (find(names.remove())) {
          return true;
        }
      }
      while (!turns.isEmpty()) {
        Branch next = turns.remove();
        if (next.turn()) {
          turns.add(next);
          return true;
        }
      }
      return false;
    }

    private boolean find(String name) {
      if (found.size() >= most) {
        isWhole = false;
        return false;
      }
      Path child = directory.resolve(name);
      Optional<Directory> read = directory(child);
      if (read.isEmpty()) {
        return false;
      }
      String childPath = path + '/' + name;
      found.put(childPath, new Cgroup(version, childPath, child, read.get().inode()));
      if (read.get().links() != LEAF_LINKS && depth < MAX_DEPTH) {
        turns.add(new Branch(child, childPath, depth + 1));
      }
      return true;
    }

    private void list() {
      List<String> children = new ArrayList<>();
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(
              directory, child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))) {
        for (Path child : entries) {
          if (isText(child)) {
            children.add(child.getFileName().toString());
          } else {
            isWhole = false;
          }
        }
      } catch (IOException | DirectoryIteratorException e) {
        LOG.debug("vanished while being listed: {}", directory, e);
      }
      children.sort(
          Comparator.comparing((String name) -> !known.contains(path + '/' + name))
              .thenComparing(Comparator.naturalOrder()));
      names.addAll(children);
      waiting += children.size();
      listed.add(this);
      trim();
    }
  }

  /** Any bytes can be a name; those that are no text here lead nowhere once they are told. */
  private static boolean isText(Path path) {
    try {
      return Path.of(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private record Directory(long inode, int links) {}

  private static Optional<Directory> directory(Path path) {
    try {
      Map<String, Object> read =
          Files.readAttributes(path, "unix:ino,nlink", LinkOption.NOFOLLOW_LINKS);
      return Optional.of(
          new Directory(
              (Long) Objects.requireNonNull(read.get("ino")),
              (Integer) Objects.requireNonNull(read.get("nlink"))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
