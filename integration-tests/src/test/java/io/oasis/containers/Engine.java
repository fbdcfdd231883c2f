package io.oasis.containers;

import io.oasis.distribution.process.CurrentUser;
import io.oasis.distribution.process.Trees;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What runs containers for the tests of this process: the engine whose socket {@code DOCKER_HOST}
 * or everybody's place names, if it answers; else Debian's podman, started for them with storage,
 * networks and settings of its own, and ended with this process.
 */
final class Engine {
  private static final String EVERYBODYS = "unix:///var/run/docker.sock";
  private static final Duration START = Duration.ofSeconds(30);
  private static final long END_SECONDS = 60;

  /** Of Debian; crun would do for runc, but not where cgroups of both versions are mounted. */
  private static final List<String> PROGRAMS = List.of("podman", "runc", "conmon", "iptables");

  /** {@code ulimit -n} of containers, which is not to be above our own. */
  private static final String CONFIGURATION =
      """
      [engine]
      runtime = "runc"
      cgroup_manager = "cgroupfs"
      events_logger = "file"
      compat_api_enforce_docker_hub = false
      [network]
      network_backend = "netavark"
      [containers]
      default_ulimits = ["nofile=10000:10000", "nproc=4096:4096"]
      """;

  private static final Engine FOUND = find();

  private final Optional<URI> socket;
  private final List<String> missing;

  private Engine(Optional<URI> socket, List<String> missing) {
    this.socket = socket;
    this.missing = List.copyOf(missing);
  }

  /** Where it listens; empty when there is none. */
  static Optional<URI> socket() {
    return FOUND.socket;
  }

  /** Why there is none. */
  static List<String> missing() {
    return FOUND.missing;
  }

  private static Engine find() {
    String named = Objects.requireNonNullElse(System.getenv("DOCKER_HOST"), EVERYBODYS);
    if (answers(URI.create(named))) {
      return new Engine(Optional.of(URI.create(named)), List.of());
    }
    List<String> missing = new ArrayList<>();
    if (!CurrentUser.isRoot()) {
      missing.add("nobody answers at " + named + ", and only root can start podman");
    }
    for (String program : PROGRAMS) {
      if (!Command.exists(program)) {
        missing.add(
            "no container engine: %s is missing: apt-get install podman runc netavark aardvark-dns conmon iptables"
                .formatted(program));
        break;
      }
    }
    return missing.isEmpty() ? podman() : new Engine(Optional.empty(), missing);
  }

  private static boolean answers(URI uri) {
    if (!"unix".equals(uri.getScheme()) || !Files.exists(Path.of(uri.getPath()))) {
      return false;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(uri.getPath()));
    } catch (IOException e) {
      return false;
    }
  }

  private static Engine podman() {
    try {
      Path directory = Files.createTempDirectory("oasis-podman");
      Path configuration = directory.resolve("containers.conf");
      Files.writeString(configuration, CONFIGURATION);
      URI uri = URI.create("unix://" + directory.resolve("podman.sock"));
      Path log = directory.resolve("podman.log");
      Process service = run(directory, log, "system", "service", "-t", "0", uri.toString());
      Runtime.getRuntime()
          .addShutdownHook(
              Thread.ofPlatform().name("podman-end").unstarted(() -> end(service, directory)));
      if (Wait.until(START, () -> !service.isAlive() || answers(uri)) && service.isAlive()) {
        return new Engine(Optional.of(uri), List.of());
      }
      String said = Files.readString(log).strip().replace('\n', ' ');
      return new Engine(Optional.empty(), List.of("podman does not start here: " + said));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process run(Path directory, Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("podman"));
    command.addAll(List.of("--root", directory.resolve("storage").toString()));
    command.addAll(List.of("--runroot", directory.resolve("run").toString()));
    command.addAll(List.of("--tmpdir", directory.resolve("tmp").toString()));
    command.addAll(List.of("--network-config-dir", directory.resolve("networks").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("CONTAINERS_CONF", directory.resolve("containers.conf").toString());
    return builder.start();
  }

  /** Tests remove what is theirs; this is for what one left that was cut short. */
  private static void end(Process service, Path directory) {
    try {
      Path log = directory.resolve("end.log");
      for (String what : List.of("rm -fa -t 0", "network prune -f", "rmi -fa")) {
        run(directory, log, what.split(" ")).waitFor(END_SECONDS, TimeUnit.SECONDS);
      }
      service.destroy();
      service.waitFor(END_SECONDS, TimeUnit.SECONDS);
      unmount(directory);
      Trees.erase(directory);
    } catch (IOException e) {
      System.err.println("left in " + directory + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void unmount(Path directory) throws IOException {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      List<String> ours =
          mounts
              .map(line -> line.split(" ")[1])
              .filter(at -> at.startsWith("" + directory))
              .toList();
      ours.reversed().forEach(at -> Command.output("umount", at));
    }
  }
}
