package io.oasis.packages;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a service needs of a Linux around it, from this machine: its Java, the programs that it
 * starts, the libraries that both load, and who is who. No registry has a part in it.
 */
final class RootFiles {
  static final String RUNTIME = "usr/lib/oasis/runtime";

  /** Who services run as that need not be root; other images have this number for nobody's too. */
  static final String USER = "65532";

  /** As ldd says where a library was found, or where the loader is. */
  private static final Pattern LIBRARY = Pattern.compile("(?:=> )?(/\\S+) \\(0x[0-9a-f]+\\)");

  private static final List<String> PLACES = List.of("/usr/bin", "/bin");

  private final Tree tree;
  private final Tools tools;

  RootFiles(Tree tree, Tools tools) {
    this.tree = tree;
    this.tools = tools;
  }

  /**
   * @param runtime of Java, as jlink made it
   * @param programs by name
   * @throws UnfitException when one is missing
   */
  void make(Path runtime, List<String> programs) {
    tree.copy(runtime, RUNTIME);
    List<Path> binaries = new ArrayList<>(tree.files());
    for (String name : programs) {
      Path program = find(name);
      tree.copy(program, "bin/" + name);
      binaries.add(program);
    }
    libraries(binaries).forEach(library -> tree.copy(Path.of(library), library.substring(1)));
    tree.text(
        "etc/passwd",
        "root:x:0:0:root:/:/bin/sh\noasis:x:%s:%s:oasis:/:/bin/sh\n".formatted(USER, USER));
    tree.text("etc/group", "root:x:0:\noasis:x:%s:\n".formatted(USER));
    tree.text("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
    tree.text("usr/share/doc/oasis-runtime/copyright", Parts.read("copyright-runtime"));
    for (String parcel : List.of("libc6", "bash", "dash", "coreutils", "util-linux")) {
      Path copyright = Path.of("/usr/share/doc", parcel, "copyright");
      if (Files.isReadable(copyright)) {
        tree.copy(copyright, copyright.toString().substring(1));
      }
    }
  }

  private static Path find(String name) {
    return PLACES.stream()
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () -> new UnfitException("%s is missing in %s".formatted(name, PLACES.getFirst())));
  }

  /** What they load, and what that loads. */
  private TreeSet<String> libraries(List<Path> binaries) {
    TreeSet<String> libraries = new TreeSet<>();
    for (Path binary : binaries) {
      if (isProgramOrLibrary(binary)) {
        Matcher found = LIBRARY.matcher(tools.ask("ldd", binary.toString()));
        while (found.find()) {
          String library = found.group(1);
          if (!library.startsWith(tree.root().toString())) {
            libraries.add(library);
          }
        }
      }
    }
    return libraries;
  }

  private static boolean isProgramOrLibrary(Path file) {
    return String.valueOf(file.getParent()).endsWith("/bin") || file.toString().endsWith(".so");
  }
}
