package io.oasis.packages;

import io.oasis.distribution.Oasis;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The command {@code oasis} with all that it can do. */
final class CommandPackage {
  /** Debian's {@code oasis} is another program, and newer by its number. */
  private static final String NAME = "oasis-cli";

  private static final String PROGRAM = "oasis";

  private CommandPackage() {}

  /** A manual and what shells offer. */
  static void describe(Tree tree, String name, int section, CommandLine line, String version) {
    String manual = Manual.of(name, section, line, version);
    tree.compressed("usr/share/man/man%d/%s.%d".formatted(section, name, section), manual);
    Completions.into(tree, name, line);
  }

  /** What the build left, without what running it left beside. */
  static void distribution(Tree tree, Path from, String to) {
    for (String part : List.of("oasis", "jvm", "lib")) {
      tree.copy(from.resolve(part), to + "/" + part);
    }
  }

  static Path pack(Path distributions, Tree tree, Edition edition, Path out, Tools tools) {
    distribution(tree, distributions.resolve("distribution/target/all"), "usr/lib/oasis/command");
    tree.program(
        "usr/bin/" + PROGRAM,
        """
        #!/bin/sh
        export JAVA_HOME=/usr/lib/oasis/runtime
        exec /usr/lib/oasis/command/oasis "$@"
        """);
    tree.text("usr/share/doc/" + NAME + "/copyright", Parts.read("copyright"));
    describe(tree, PROGRAM, 1, Oasis.commandLine(), edition.version());
    Deb deb =
        new Deb(
            NAME,
            edition.architecture(),
            "oasis-runtime (>= " + edition.version() + ")",
            PROGRAM, // both have /usr/bin/oasis, and 0.1.0 had that name
            "shares storage fairly between applications",
            List.of(
                "The command line of Oasis: all of it on one host (oasis up), what it does",
                "(oasis top, oasis explain), topics and rights at a broker, keys, plans."),
            // Archives of classes that services of `oasis up` leave beside its jars.
            Map.of("prerm", "#!/bin/sh\nset -e\nrm -rf /usr/lib/oasis/command/cache\n"),
            List.of());
    return deb.pack(tree, edition, out, tools);
  }
}
