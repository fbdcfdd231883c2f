package io.oasis.containers;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Trees;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Command;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.ProcessId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Debian's podman with all that it has in a directory of its own. The directory says whose it is,
 * so that it can be ended when that process was killed and could not.
 */
record Podman(Path directory) {
  /** Directories are called so; nothing else is ended. */
  private static final String PREFIX = "oasis-podman";

  /** Names the process that it was started for. */
  private static final String OWNER = "owner";

  private static final Duration END = Duration.ofSeconds(60);

  /**
   * netavark with a directory of ours. Podman gives all of root's the same, where the number of a
   * process stands that it tells of networks by SIGHUP and ends by SIGTERM, whoever has that number
   * by now.
   */
  private static final String NETAVARK =
      """
      #!/bin/sh
      [ "$1" = --config ] && shift 2
      exec %s/netavark --config '%s' "$@"
      """;

  /** Where Debian has what podman calls. */
  private static final String HELPERS = "/usr/lib/podman";

  /** {@code ulimit -n} of containers, which is not to be above our own. */
  private static final String CONFIGURATION =
      """
      [engine]
      helper_binaries_dir = ["%s", "%s"]
      runtime = "runc"
      cgroup_manager = "cgroupfs"
      events_logger = "file"
      compat_api_enforce_docker_hub = false
      [network]
      network_backend = "netavark"
      [containers]
      default_ulimits = ["nofile=10000:10000", "nproc=4096:4096"]
      """;

  /** A new one of this process, not yet started. */
  static Podman in(Path parent) throws IOException {
    Podman podman = new Podman(Files.createTempDirectory(parent, PREFIX));
    podman.configure();
    Files.writeString(podman.directory.resolve(OWNER), ProcessId.self().toString());
    return podman;
  }

  private void configure() throws IOException {
    Path helpers = Files.createDirectory(directory.resolve("helpers"));
    Path netavark = helpers.resolve("netavark");
    Path names = Files.createDirectory(directory.resolve("names"));
    Files.writeString(netavark, NETAVARK.formatted(HELPERS, names));
    Files.setPosixFilePermissions(netavark, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(
        directory.resolve("containers.conf"), CONFIGURATION.formatted(helpers, HELPERS));
  }

  /** Those whose process is gone. What does not say whose it is, or is not ours, is left alone. */
  static List<Podman> abandoned(Path parent) throws IOException {
    List<Podman> abandoned = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path one : all) {
        Podman podman = new Podman(one);
        if (podman.isAbandoned()) {
          abandoned.add(podman);
        }
      }
    }
    return abandoned;
  }

  private boolean isAbandoned() throws IOException {
    try {
      return Janitor.isOurs(directory)
          && ProcessId.parse(Files.readString(directory.resolve(OWNER)))
              .filter(owner -> !owner.isAlive())
              .isPresent();
    } catch (NoSuchFileException e) {
      return false; // another one's that ends just now, or one that begins
    }
  }

  URI socket() {
    return URI.create("unix://" + directory.resolve("podman.sock"));
  }

  Process serve() throws IOException {
    return run("podman.log", "system", "service", "-t", "0", socket().toString());
  }

  /** What the service complained of. */
  String said() throws IOException {
    return Files.readString(directory.resolve("podman.log")).strip().replace('\n', ' ');
  }

  Process run(String log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("podman"));
    command.addAll(List.of("--root", directory.resolve("storage").toString()));
    command.addAll(List.of("--runroot", directory.resolve("run").toString()));
    command.addAll(List.of("--tmpdir", directory.resolve("tmp").toString()));
    command.addAll(List.of("--network-config-dir", directory.resolve("networks").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(log).toFile());
    builder.environment().put("CONTAINERS_CONF", directory.resolve("containers.conf").toString());
    return builder.start();
  }

  /** Tests remove what is theirs; this is for what one left that was cut short. */
  void end() {
    try {
      for (String what : List.of("rm -fa -t 0", "network prune -f", "rmi -fa")) {
        run("end.log", what.split(" ")).waitFor(END.toSeconds(), TimeUnit.SECONDS);
      }
      processes().forEach(ProcessHandle::destroyForcibly);
      Wait.until(END, () -> processes().findAny().isEmpty());
      unmount();
      Trees.erase(directory);
    } catch (IOException | MissingException e) {
      System.err.println("left in " + directory + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Its service, who answers for names, and conmons, which stay for five minutes after each command
   * in a container.
   */
  private Stream<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().filter(Podman::isPart).isPresent())
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.contains(directory + "/"))
                    .isPresent());
  }

  private static boolean isPart(String command) {
    return Stream.of("/podman", "/conmon", "/aardvark-dns").anyMatch(command::endsWith);
  }

  private void unmount() throws IOException {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      List<String> ours =
          mounts
              .map(line -> line.split(" ")[1])
              .filter(at -> at.startsWith(directory + "/"))
              .toList();
      ours.reversed().forEach(at -> Command.output("umount", at));
    }
  }
}
