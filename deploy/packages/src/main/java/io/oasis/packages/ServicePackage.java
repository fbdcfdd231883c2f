package io.oasis.packages;

import io.oasis.configuration.Component;
import io.oasis.configuration.Reference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A service: its jars, its unit, a user of its own (the adapter is root), and a configuration that
 * names every key.
 *
 * @param name as in {@code oasis NAME}
 * @param machineCode whether its jars hold machine code of one architecture only
 * @param given keys that are not left at their default
 */
record ServicePackage(String name, boolean machineCode, Map<String, String> given) {
  private static final String LAUNCHER =
      """
      #!/bin/sh
      export JAVA_HOME=/usr/lib/oasis/runtime
      %sexec /usr/lib/oasis/%s/oasis %s "$@"
      """;

  /** Commands that come with the adapter; all of them work without anything else of Oasis. */
  private static final String OF_ADAPTER =
      """
      case "${1:-}" in
        doctor | release) exec /usr/lib/oasis/adapter/oasis "$@" ;;
      esac
      """;

  private static final List<String> MORE =
      List.of(
          "Oasis shares storage fairly between applications by learning what they",
          "need. This is one of its services; see oasis for the command line.");

  ServicePackage {
    given = Map.copyOf(given);
  }

  /**
   * All that there are. To count on cgroup v1 the agent would have to write, and its unit only
   * reads.
   */
  static List<ServicePackage> all() {
    return List.of(
        new ServicePackage("agent", false, Map.of("accounting", "false")),
        new ServicePackage("adapter", false, Map.of()),
        new ServicePackage("manager", true, Map.of()));
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

  String sample() {
    return Sample.of(component(), given);
  }

  /** Packs what the build left for it. */
  Path pack(Path distributions, Tree tree, Edition edition, Path out, Tools tools) {
    String home = "usr/lib/oasis/" + name;
    CommandPackage.distribution(tree, distributions.resolve(name).resolve("target/oasis"), home);
    tree.text(home + "/journal.xml", Parts.read("journal.xml"));
    String also = isAdapter() ? OF_ADAPTER : "";
    tree.program("usr/bin/oasis-" + name, LAUNCHER.formatted(also, name, name));
    tree.text("usr/lib/systemd/system/oasis-" + name + ".service", Parts.read(name + ".service"));
    String settings = "etc/oasis/" + name + ".yaml";
    tree.text(settings, sample());
    tree.text("usr/share/doc/oasis-" + name + "/copyright", Parts.read("copyright"));
    CommandPackage.describe(
        tree, "oasis-" + name, 8, Reference.commandLine(component()), edition.version());
    if (isAdapter()) {
      tree.program(home + "/let-go", Parts.read("let-go"));
      tree.program(home + "/before-stop", Parts.read("before-stop"));
      tree.text(home + "/state-dir.sh", Parts.read("state-dir.sh"));
    }
    Deb deb =
        new Deb(
            "oasis-" + name,
            machineCode ? edition.architecture() : "all",
            "oasis-runtime (>= " + edition.version() + ")" + (isAdapter() ? "" : ", passwd"),
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
