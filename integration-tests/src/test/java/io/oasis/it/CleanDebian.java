package io.oasis.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A clean Debian, started as a machine of its own, and what a program in it says of its trial. */
final class CleanDebian {
  static final Path SCRIPTS = Packed.ROOT.resolve("integration-tests/src/test/resources/clean");

  /** What says that a thing could not be had this time, by sysexits.h. */
  private static final int UNAVAILABLE = 75;

  private CleanDebian() {}

  static void needs() throws IOException, InterruptedException {
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    Needs.program("debootstrap", "/usr/sbin/debootstrap");
    Needs.program("curl", "/usr/bin/curl");
    Needs.program("iproute2", "/usr/bin/ip", "/sbin/ip");
    Needs.root();
    Needs.mounts();
    Needs.cgroupV1();
    if (!Files.isDirectory(Path.of("/sys/fs/cgroup/unified"))) {
      Needs.require(List.of("cgroup version 2 is needed beside 1, as systemd mounts both"));
    }
  }

  /**
   * The lines of a trial.
   *
   * @param directory of the packages
   * @param program one of the scripts, which is run inside
   * @param more as boot.sh takes it
   */
  static List<String> trial(Path directory, String program, String... more)
      throws IOException, InterruptedException {
    Files.copy(SCRIPTS.resolve(program), directory.resolve(program));
    Path said = directory.resolve("said-by-all");
    List<String> command = new ArrayList<>(List.of("timeout", "--kill-after=30", "1380", "bash"));
    command.add(SCRIPTS.resolve("boot.sh").toString());
    command.addAll(List.of(directory.toString(), program));
    command.addAll(List.of(more));
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    String text = Files.readString(said);
    System.out.println(text);
    if (code == UNAVAILABLE) {
      System.out.println("skipped: no mirror of Debian answers");
      Assumptions.abort("no mirror of Debian answers");
    }
    return text.lines().map(String::strip).filter(line -> line.startsWith("TRIAL ")).toList();
  }
}
