package io.oasis.packages;

import io.oasis.distribution.process.JvmOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Java that services run on: what this JDK has, without what they do not use. One for all
 * services of a host, with an archive of its classes for the JVM options that all services have.
 */
final class RuntimeImage {
  /** What the jars of the distributions ask for (jdeps), and for elliptic curves and jar files. */
  static final String MODULES =
      "java.base,java.compiler,java.desktop,java.instrument,java.management,java.naming,java.net.http,java.prefs,"
          + "java.rmi,java.scripting,java.security.jgss,java.security.sasl,java.sql,jdk.crypto.ec,jdk.httpserver,"
          + "jdk.jfr,jdk.management,jdk.net,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.zipfs";

  private RuntimeImage() {}

  /** Makes it in a directory that does not exist yet. */
  static void make(Path directory, Tools tools) {
    make(directory, MODULES, tools);
  }

  /** The same of fewer modules, with commas between. */
  static void make(Path directory, String modules, Tools tools) {
    Path home = Path.of(System.getProperty("java.home"));
    tools.run(
        Instant.EPOCH,
        List.of(
            home.resolve("bin/jlink").toString(),
            "--add-modules",
            modules,
            "--strip-java-debug-attributes",
            "--no-man-pages",
            "--no-header-files",
            "--compress",
            "zip-6",
            "--output",
            directory.toString()));
    Stream<String> own = Stream.of(directory.resolve("bin/java").toString());
    Stream<String> common = JvmOptions.common().stream().filter(each -> each.startsWith("-XX:"));
    tools.run(
        Instant.EPOCH,
        Stream.of(own, common, Stream.of("-Xshare:dump")).flatMap(each -> each).toList());
  }
}
