package io.oasis.packages;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/**
 * What all packages of one commit share.
 *
 * @param version as Debian orders them
 * @param release that it is or becomes
 * @param time of every file in them
 * @param architecture of this machine, as Debian names it
 */
record Edition(String version, String release, Instant time, String architecture) {
  private static final String EPOCH = "SOURCE_DATE_EPOCH";
  private static final String SNAPSHOT = "-SNAPSHOT";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Of the checkout at {@code root}.
   *
   * @param base the version that Maven knows
   */
  static Edition of(Path root, String base, Map<String, String> environment, Tools tools) {
    String architecture = tools.ask("dpkg", "--print-architecture");
    if (environment.containsKey(EPOCH)) {
      Instant time = Instant.ofEpochSecond(Long.parseLong(environment.get(EPOCH)));
      return new Edition(versionOf(base, time, ""), releaseOf(base), time, architecture);
    }
    String git = tools.ask("git", "-C", root.toString(), "log", "-1", "--format=%ct %h");
    String[] words = git.split(" ");
    Instant time = Instant.ofEpochSecond(Long.parseLong(words[0]));
    boolean changed = !tools.ask("git", "-C", root.toString(), "status", "--porcelain").isEmpty();
    String commit = "." + words[1] + (changed ? "+changed" : "");
    return new Edition(versionOf(base, time, commit), releaseOf(base), time, architecture);
  }

  /** The version as images may be named. */
  String tag() {
    return version.replaceAll("[^A-Za-z0-9._-]", "-");
  }

  private static String releaseOf(String base) {
    return base.endsWith(SNAPSHOT) ? base.substring(0, base.length() - SNAPSHOT.length()) : base;
  }

  /** A snapshot comes before its release, and after the one of an earlier commit. */
  private static String versionOf(String base, Instant time, String commit) {
    return base.endsWith(SNAPSHOT) ? releaseOf(base) + "~git" + STAMP.format(time) + commit : base;
  }
}
