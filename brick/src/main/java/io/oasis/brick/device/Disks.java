package io.oasis.brick.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** The disks there are, by name: {@code disks.properties}, with a source for every number. */
public final class Disks {
  private static final String FILE = "disks.properties";
  private static final Properties ALL = load();

  private Disks() {}

  private static Properties load() {
    Properties properties = new Properties();
    try (InputStream in = Disks.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is not on the class path");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  /** Names of the hard disks. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (String key : ALL.stringPropertyNames()) {
      if (key.endsWith(".rpm")) {
        names.add(key.substring(0, key.lastIndexOf('.')));
      }
    }
    return names;
  }

  /** A hard disk's parameters. */
  public static DiskParameters named(String name) {
    if (!names().contains(name)) {
      throw new IllegalArgumentException("disk = " + name + ": must be one of " + names());
    }
    return new DiskParameters(
        name,
        new DiskParameters.Platters(
            number(name, "rpm"),
            (long) (number(name, "capacity-gb") * 1e9),
            (int) number(name, "heads"),
            (int) number(name, "zones"),
            (int) number(name, "outer-sectors"),
            (int) number(name, "inner-sectors")),
        new DiskParameters.Arm(
            number(name, "track-to-track-ms"),
            number(name, "average-seek-ms"),
            number(name, "full-stroke-ms"),
            number(name, "write-settle-ms"),
            number(name, "head-switch-ms")),
        new DiskParameters.Electronics(
            number(name, "overhead-us"),
            number(name, "hit-overhead-us"),
            number(name, "bus-mb-s") * 1e6,
            (int) (number(name, "buffer-kib") * 1_024),
            (int) number(name, "segments"),
            (int) number(name, "queue-depth")));
  }

  /** A solid-state disk's parameters. */
  public static SolidState.Parameters solidState(String name) {
    return new SolidState.Parameters(
        name,
        (long) (number(name, "capacity-gb") * 1e9),
        new SolidState.Parameters.Layout(
            (int) number(name, "units"),
            (int) number(name, "page-bytes"),
            (int) number(name, "pages-per-block")),
        new SolidState.Parameters.Times(
            number(name, "read-us"), number(name, "write-us"), number(name, "erase-us")),
        number(name, "valid-part"));
  }

  private static double number(String name, String field) {
    String key = name + '.' + field;
    String text = ALL.getProperty(key);
    if (text == null) {
      throw new IllegalArgumentException(key + ": missing in " + FILE);
    }
    try {
      return Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " = " + text + ": must be a number", e);
    }
  }
}
