package io.oasis.proving.brick;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.distribution.process.JvmOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A server to be measured.
 *
 * @param label in the table
 * @param command starts it in the foreground; empty for the brick, which this class starts
 * @param brickOptions of the brick; empty for others
 * @param uri where it serves
 * @param baseline label of the one it is compared with; empty for none
 */
record Contender(
    String label,
    List<String> command,
    List<String> brickOptions,
    String uri,
    Path socket,
    String baseline) {

  private static final String NBDKIT = "nbdkit memory";
  private static final String QEMU = "qemu-nbd file";

  List<String> commandLine() {
    if (brickOptions.isEmpty()) {
      return command;
    }
    List<String> java = new ArrayList<>();
    String home = System.getProperty("java.home");
    java.add(Path.of(home, "bin", "java").toString());
    JvmOptions brick = JvmOptions.of("brick");
    java.addAll(brick.options());
    java.addAll(List.of("-cp", System.getProperty("java.class.path"), brick.mainClass()));
    java.addAll(brickOptions);
    return java;
  }

  String program() {
    return brickOptions.isEmpty() ? label.split(" ")[0] : "java";
  }

  /** All that are compared; each serves {@code bytes} on a Unix socket in the directory. */
  static List<Contender> all(Path directory, Path file, int bytes) {
    List<Contender> all = new ArrayList<>();
    Path nbdkit = directory.resolve("nbdkit.sock");
    String size = Integer.toString(bytes);
    all.add(other(NBDKIT, nbdkit, "nbdkit", "-f", "-U", nbdkit.toString(), "memory", size));
    all.add(brick(Bar.BARE, directory, bytes, "", NBDKIT));
    for (DisciplineSpec.Kind kind : DisciplineSpec.Kind.values()) {
      if (kind != DisciplineSpec.Kind.NONE && kind != DisciplineSpec.Kind.COSCHEDULED) {
        String discipline = kind.label() + "(32)";
        String options = "--export.e.latency-ms 1 --device.main.discipline " + discipline;
        all.add(brick("brick " + discipline, directory, bytes, options, NBDKIT));
      }
    }
    String cached =
        "--device.main.discipline sfq(32) --device.main.cache-bytes "
            + 2L * bytes
            + " --export.e.cache-bytes "
            + 2L * bytes;
    all.add(brick("brick cache + sfq(32)", directory, bytes, cached, NBDKIT));
    Path qemu = directory.resolve("qemu.sock");
    all.add(
        other(QEMU, qemu, "qemu-nbd", "-t", "-f", "raw", "-k", qemu.toString(), file.toString()));
    String onFile = "--volume.v.file " + file + " --volume.v.direct off";
    all.add(brick("brick file", directory, bytes, onFile, QEMU));
    Path nbdServer = directory.resolve("nbd-server.sock");
    // In the foreground it serves one client and ends.
    String again =
        "while rm -f %s; do nbd-server -d -C %s; done"
            .formatted(nbdServer, directory.resolve("nbd-server.conf"));
    all.add(
        new Contender(
            "nbd-server file",
            List.of("sh", "-c", again),
            List.of(),
            "nbd+unix:///e?socket=" + nbdServer,
            nbdServer,
            QEMU));
    return all;
  }

  private static Contender other(String label, Path socket, String... command) {
    return new Contender(
        label, List.of(command), List.of(), "nbd+unix:///?socket=" + socket, socket, "");
  }

  private static Contender brick(
      String label, Path directory, int bytes, String more, String baseline) {
    String name = label.replaceAll("[^a-z0-9]+", "-").toLowerCase(Locale.ROOT);
    Path socket = directory.resolve(name + ".sock");
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--listen", "unix:" + socket, "--export.e.volume", "v"));
    options.addAll(List.of("--volume.v.size", Integer.toString(bytes)));
    if (!more.isEmpty()) {
      options.addAll(List.of(more.split(" (?=--)|(?<=[a-z-]) ")));
    }
    return new Contender(
        label, List.of(), options, "nbd+unix:///e?socket=" + socket, socket, baseline);
  }

  /** What nbd-server wants to read. */
  static String nbdServerConfig(Path directory, Path file) {
    return "[generic]\nunixsock = "
        + directory.resolve("nbd-server.sock")
        + "\nallowlist = true\n[e]\nexportname = "
        + file
        + "\n";
  }
}
