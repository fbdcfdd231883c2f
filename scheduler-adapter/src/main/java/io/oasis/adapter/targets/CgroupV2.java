package io.oasis.adapter.targets;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The {@code io.max} file of cgroup v2.
 *
 * <p>A write names any subset of {@code rbps wbps riops wiops}; {@code max} clears a key and the
 * others stay; only devices with a limit are listed. The hierarchy bounds: a parent's limit holds
 * for all below it. {@code io.max} exists only where every ancestor has {@code io} in its {@code
 * cgroup.subtree_control}.
 */
public final class CgroupV2 extends CgroupTarget {
  public static final String KIND = "cgroup-v2";

  private static final String FILE = "io.max";
  private static final String NO_LIMIT = "max";

  /**
   * @param root where the unified hierarchy is mounted
   * @param sys where sysfs is mounted
   */
  public CgroupV2(Path root, Path sys) {
    super(root, sys);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean isKernelThrottle() {
    return true;
  }

  @Override
  public List<Throttle.Part> parts() {
    return Throttle.Part.OF_DIRECTIONS;
  }

  @Override
  public Optional<String> obstacle() {
    try {
      if (!words(root.resolve("cgroup.controllers")).contains("io")) {
        return Optional.of(
            root + " has no io controller: it is bound to cgroup v1 or not in the kernel");
      }
    } catch (TargetException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    Path control = root.resolve("cgroup.subtree_control");
    return Files.isWritable(control)
        ? Optional.empty()
        : Optional.of(control + " is not writable: run as root");
  }

  @Override
  public List<Place> discover() throws TargetException {
    return files.places(root, FILE);
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    Throttle throttle = Throttle.NONE;
    String prefix = place.device().name() + " ";
    for (String line : CgroupFiles.lines(controlFile(place))) {
      if (line.startsWith(prefix)) {
        for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
          throttle = throttle.with(part, value(line, part.label()));
        }
      }
    }
    return throttle;
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    StringBuilder line = new StringBuilder(place.device().name());
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      long value = wanted.get(part);
      if (value != current.get(part)) {
        line.append(' ').append(part.label()).append('=').append(value == 0 ? NO_LIMIT : value);
      }
    }
    if (line.indexOf("=") >= 0) {
      CgroupFiles.writeLine(controlFile(place), line.toString());
    }
  }

  @Override
  public Counters observe(Place place) throws TargetException {
    String prefix = place.device().name() + " ";
    for (String line : CgroupFiles.lines(Path.of(place.object(), "io.stat"))) {
      if (line.startsWith(prefix)) { // a line can come with no counters: they are zero then
        return new Counters(
            value(line, "rios"), value(line, "wios"), value(line, "rbytes"), value(line, "wbytes"));
      }
    }
    return Counters.ZERO;
  }

  private Path controlFile(Place place) throws TargetException {
    Path group = Path.of(place.object());
    Path file = group.resolve(FILE);
    if (!Files.exists(file) && Files.isDirectory(group)) {
      throw new TargetException(file + " does not exist: " + missingController(group));
    }
    return file;
  }

  /** Names the topmost ancestor that does not hand the io controller down. */
  private String missingController(Path group) throws TargetException {
    if (!group.startsWith(root) || group.equals(root)) {
      return "the root cgroup takes no limits";
    }
    Path ancestor = root;
    for (Path name : root.relativize(group)) {
      Path control = ancestor.resolve("cgroup.subtree_control");
      if (!words(control).contains("io")) {
        return "enable the controller with: echo +io > " + control;
      }
      ancestor = ancestor.resolve(name);
    }
    return "the kernel lacks CONFIG_BLK_DEV_THROTTLING";
  }

  private static List<String> words(Path file) throws TargetException {
    return List.of(String.join(" ", CgroupFiles.lines(file)).split(" ", -1));
  }

  private static long value(String line, String key) {
    int at = line.indexOf(" " + key + "=");
    if (at < 0) {
      return 0;
    }
    int from = at + key.length() + 2;
    int to = line.indexOf(' ', from);
    String text = to < 0 ? line.substring(from) : line.substring(from, to);
    return text.equals(NO_LIMIT) ? 0 : Long.parseLong(text);
  }
}
