package io.oasis.containers;

import io.oasis.distribution.process.CurrentUser;
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

/**
 * What runs containers for the tests of this process: the engine whose socket {@code DOCKER_HOST}
 * or everybody's place names, if it answers; else Debian's podman, started for them with storage,
 * networks and settings of its own, and ended with this process; one that a killed process has left
 * is ended by the next.
 */
final class Engine {
  private static final String EVERYBODYS = "unix:///var/run/docker.sock";
  private static final Duration START = Duration.ofSeconds(30);

  /** Of Debian; crun would do for runc, but not where cgroups of both versions are mounted. */
  private static final List<String> PROGRAMS = List.of("podman", "runc", "conmon", "iptables");

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
      Path parent = Path.of(System.getProperty("java.io.tmpdir"));
      Podman.abandoned(parent).forEach(Podman::end);
      Podman podman = Podman.in(parent);
      Runtime.getRuntime()
          .addShutdownHook(Thread.ofPlatform().name("podman-end").unstarted(podman::end));
      Process service = podman.serve();
      URI uri = podman.socket();
      if (Wait.until(START, () -> !service.isAlive() || answers(uri)) && service.isAlive()) {
        return new Engine(Optional.of(uri), List.of());
      }
      return new Engine(Optional.empty(), List.of("podman does not start here: " + podman.said()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
