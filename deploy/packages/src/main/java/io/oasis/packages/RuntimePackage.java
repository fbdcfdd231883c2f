package io.oasis.packages;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Java of all other packages. */
final class RuntimePackage {
  private static final String NAME = "oasis-runtime";

  private RuntimePackage() {}

  static Path pack(Path image, Tree tree, Edition edition, Path out, Tools tools) {
    RuntimeImage.make(image, tools);
    tree.copy(image, "usr/lib/oasis/runtime");
    tree.text("usr/share/doc/oasis-runtime/copyright", Parts.read("copyright-runtime"));
    tree.text("usr/share/lintian/overrides/oasis-runtime", Parts.read("lintian-runtime"));
    Deb deb =
        new Deb(
            NAME,
            edition.architecture(),
            "libc6",
            "",
            "Java for the services of Oasis",
            List.of(
                "The part of a Java runtime that agent, adapter, manager and command of Oasis",
                "use, with an archive of its classes. Nothing else on the host sees it."),
            Map.of("postinst", Parts.read("postinst-runtime")),
            List.of());
    return deb.pack(tree, edition, out, tools);
  }
}
