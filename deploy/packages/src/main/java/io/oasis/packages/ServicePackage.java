package io.oasis.packages;

import io.oasis.adapter.DoctorMain;
import io.oasis.adapter.ReleaseMain;
import io.oasis.configuration.Component;
import io.oasis.configuration.Reference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;

/**
 * A service: its jars, its unit, a user of its own (the adapter is root), and a configuration that
 * names every key.
 *
 * @param name as in {@code oasis NAME}
 * @param machineCode whether its jars hold machine code of one architecture only
 */
record ServicePackage(String name, boolean machineCode) {
  private static final String LAUNCHER =
      """
      #!/bin/sh
      export JAVA_HOME=/usr/lib/oasis/runtime
      %sexec /usr/lib/oasis/%s/oasis %s "$@"
      """;

  /** They are told what the unit tells the service. */
  private static final String COMMANDS =
      """
      case "${1:-}" in
        %1$s)
          [ ! -r /etc/oasis/%2$s.yaml ] || export OASIS_CONFIG="${OASIS_CONFIG:-/etc/oasis/%2$s.yaml}"
          exec /usr/lib/oasis/%2$s/oasis "$@" ;;
      esac
      """;

  private static final List<String> MORE =
      List.of(
          "Oasis shares storage fairly between applications by learning what they",
          "need. This is one of its services; see oasis for the command line.");

  /** All that there are. */
  static List<ServicePackage> all() {
    return List.of(
        new ServicePackage("agent", false),
        new ServicePackage("adapter", false),
        new ServicePackage("manager", true));
  }

  private boolean isAdapter() {
    return name.equals("adapter");
  }

  Component<?> component() {
    return Reference.components().stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Its keys, and commands beside it that work without anything else of Oasis. */
  CommandLine commandLine() {
    CommandLine line = Reference.commandLine(component());
    if (isAdapter()) {
      line.addSubcommand("doctor", new DoctorMain()).addSubcommand("release", new ReleaseMain());
    }
    return line;
  }

  /** Of its program, which is in everybody's path. */
  String launcher() {
    Set<String> words = commandLine().getSubcommands().keySet();
    String also = words.isEmpty() ? "" : COMMANDS.formatted(String.join(" | ", words), name);
    return LAUNCHER.formatted(also, name, name);
  }

  String sample() {
    return Sample.of(component());
  }

  /** Packs what the build left for it. */
  Path pack(Path distributions, Tree tree, Edition edition, Path out, Tools tools) {
    String home = "usr/lib/oasis/" + name;
    CommandPackage.distribution(tree, distributions.resolve(name).resolve("target/oasis"), home);
    tree.text(home + "/journal.xml", Parts.read("journal.xml"));
    tree.program("usr/bin/oasis-" + name, launcher());
    tree.text("usr/lib/systemd/system/oasis-" + name + ".service", Parts.read(name + ".service"));
    String settings = "etc/oasis/" + name + ".yaml";
    tree.text(settings, sample());
    tree.text("usr/share/doc/oasis-" + name + "/copyright", Parts.read("copyright"));
    CommandPackage.describe(tree, "oasis-" + name, 8, commandLine(), edition.version());
    if (isAdapter()) {
      tree.program(home + "/let-go", Parts.read("let-go"));
      tree.program(home + "/before-stop", Parts.read("before-stop"));
      tree.text(home + "/state-dir.sh", Parts.read("state-dir.sh"));
      tree.text(home + "/guardian.sh", Parts.guardian());
    }
    Deb deb =
        new Deb(
            "oasis-" + name,
            machineCode ? edition.architecture() : "all",
            "oasis-runtime (>= " + edition.version() + ")" + (isAdapter() ? "" : ", passwd"),
            "",
            component().purpose().replaceFirst("\\.$", ""),
            MORE,
            scripts(),
            List.of(settings));
    return deb.pack(tree, edition, out, tools);
  }

  private Map<String, String> scripts() {
    Map<String, String> scripts = new TreeMap<>();
    for (String script : List.of("postinst", "prerm", "postrm")) {
      scripts.put(
          script,
          Parts.read(script)
              .replace("  @CONFIGURE@\n", "  " + Parts.read(isAdapter() ? "resume.sh" : "user.sh"))
              .replace("  @RELEASE@\n", isAdapter() ? "  " + Parts.read("release.sh") : "")
              .replace(" @ALSO@", isAdapter() ? " /run/oasis" : "")
              .replace("@NAME@", name));
    }
    return scripts;
  }
}
