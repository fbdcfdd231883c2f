package io.oasis.it;

import io.oasis.distribution.process.CurrentUser;
import io.oasis.proving.rig.LabNeeds;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** What tests need of the host; what is missing is printed and skips the test. */
public final class Needs {
  private Needs() {}

  /** Devices, cgroups and fio. */
  public static void lab() {
    require(LabNeeds.missing());
  }

  /** Throttle files of cgroup version 1, which some tests read and write themselves. */
  static void cgroupV1() {
    if (!Files.isDirectory(Path.of("/sys/fs/cgroup/blkio"))) {
      require(List.of("the throttle files of cgroup v1 are needed: mount it with -o blkio"));
    }
  }

  /** The first of some places where a program is. */
  public static Path program(String debian, String... places) {
    for (String place : places) {
      if (Files.isExecutable(Path.of(place))) {
        return Path.of(place);
      }
    }
    require(List.of(places[0] + " is missing: apt-get install " + debian));
    throw new IllegalStateException("unreachable");
  }

  /** What changes the system, if only in a copy of it. */
  public static void root() {
    if (!CurrentUser.isRoot()) {
      require(List.of("needs root"));
    }
  }

  /** One that an emulated machine can be started with, and its modules. */
  static void kernel() {
    File[] kernels = new File("/boot").listFiles((_, name) -> name.startsWith("vmlinuz-"));
    if (kernels == null || kernels.length == 0) {
      require(List.of("needs a kernel in /boot: apt-get install linux-image-amd64"));
    }
  }

  /** A mount namespace of its own, which a container may not allow. */
  static void mounts() throws IOException, InterruptedException {
    if (new ProcessBuilder("unshare", "-m", "true").start().waitFor() != 0) {
      require(List.of("may not make mounts of its own here"));
    }
  }

  /** The newest version of Debian's PostgreSQL. */
  static Path postgres() {
    List<String> places = new ArrayList<>();
    for (int version = 30; version > 12; version--) {
      places.add("/usr/lib/postgresql/" + version + "/bin/postgres");
    }
    return program("postgresql", places.toArray(String[]::new)).getParent();
  }

  public static void require(List<String> missing) {
    if (!missing.isEmpty()) {
      String reason = String.join("; ", missing);
      System.out.println("skipped: " + reason);
      Assumptions.abort(reason);
    }
  }
}
