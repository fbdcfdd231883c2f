package io.oasis.protocol;

import java.util.Optional;

/**
 * The unit of systemd that an application belongs to: the first part of its cgroup's path that is a
 * service or a scope. Below it whoever runs there may make as many cgroups as he likes; above it
 * nobody may who is not root.
 */
public final class Unit {
  private static final String SERVICE = ".service";
  private static final String SCOPE = ".scope";

  /** A service directly in it is called by its name alone. */
  private static final String SYSTEM_SLICE = "/system.slice/";

  private Unit() {}

  /** Host and unit; nothing for what is in no unit. */
  public static Optional<String> of(ApplicationId application) {
    String name = application.value();
    int path = name.indexOf(':') + 1;
    int end = endIn(name.substring(path));
    if (end < 0) {
      return Optional.empty();
    }
    String unit = name.substring(path, path + end);
    boolean isInSystemSlice =
        unit.startsWith(SYSTEM_SLICE) && unit.indexOf('/', SYSTEM_SLICE.length()) < 0;
    return Optional.of(
        name.substring(0, path) + (isInSystemSlice ? unit.substring(SYSTEM_SLICE.length()) : unit));
  }

  /**
   * Where the unit ends in a cgroup's path.
   *
   * @return behind its last sign; -1 when there is none
   */
  public static int endIn(String path) {
    for (int start = 0; start < path.length(); ) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      String part = path.substring(start, end);
      if (part.endsWith(SERVICE) || part.endsWith(SCOPE)) {
        return end;
      }
      start = end + 1;
    }
    return -1;
  }
}
