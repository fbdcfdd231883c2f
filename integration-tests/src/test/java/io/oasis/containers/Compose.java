package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import io.oasis.distribution.process.Wait;
import io.oasis.it.Packed;
import io.oasis.proving.rig.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The services of {@code deploy/compose.yaml} as containers: image, environment, user, mounts and
 * rights as it says, on one network. Only where it names directories of the host for Oasis' own
 * state it gets others, below a directory of the test: {@code /var/lib/oasis} may be somebody's.
 */
final class Compose implements AutoCloseable {
  private static final List<String> STATE = List.of("/var/lib/oasis", "/run/oasis");
  private static final Duration START = Duration.ofMinutes(1);

  private final JsonNode file;
  private final Path state;
  private final Network network = Network.newNetwork();
  private final Map<String, GenericContainer<?>> started = new LinkedHashMap<>();

  /**
   * @param state where what the services keep on the host is put instead
   */
  Compose(Path state) throws IOException {
    this.state = state;
    Object yaml = new Yaml().load(Files.readString(Packed.ROOT.resolve("deploy/compose.yaml")));
    this.file = new JsonMapper().valueToTree(yaml);
  }

  /** Starts one, on this image. */
  GenericContainer<?> start(String service, String image) {
    return start(service, image, Map.of());
  }

  /**
   * Starts one that is told more than the file says.
   *
   * @param more environment
   */
  GenericContainer<?> start(String service, String image, Map<String, String> more) {
    JsonNode told = file.path("services").path(service);
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withEnv(environment(told.path("environment")))
            .withEnv(more)
            .withStartupCheckStrategy(new IsRunningStartupCheckStrategy().withTimeout(START))
            .withCreateContainerCmdModifier(command -> apply(told, command));
    if (told.has("network_mode")) {
      container.withNetworkMode(told.path("network_mode").asString());
    } else {
      container.withNetwork(network).withNetworkAliases(service);
    }
    started.put(service, container);
    container.start();
    return container;
  }

  GenericContainer<?> get(String service) {
    return Objects.requireNonNull(started.get(service));
  }

  /** What agent and adapter call this host. */
  String host() {
    return environment(file.at("/services/agent/environment")).get("OASIS_HOST");
  }

  /** Ends a service and all that it has started at once, before one can tell of another's end. */
  void kill(String service) {
    GenericContainer<?> container = get(service);
    long pid = Objects.requireNonNull(container.getCurrentContainerInfo().getState().getPidLong());
    ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::descendants)
        .forEach(started -> Command.output("kill", "-STOP", "" + started.pid()));
    container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    assertThat(Wait.until(START, () -> !container.isRunning())).as(service + " ends").isTrue();
  }

  /** As an engine does with what shall always run. */
  void startAgain(String service) {
    GenericContainer<?> container = get(service);
    container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
  }

  /** Tells a service to end, as {@code stop} does, and returns when it has. */
  void end(String service) {
    GenericContainer<?> container = get(service);
    int grace =
        Integer.parseInt(
            file.at("/services/" + service + "/stop_grace_period").asString().replace("s", ""));
    container
        .getDockerClient()
        .stopContainerCmd(container.getContainerId())
        .withTimeout(grace)
        .exec();
  }

  /** Where other processes of this host reach a service that runs. */
  String address(String service) {
    return get(service)
        .getCurrentContainerInfo()
        .getNetworkSettings()
        .getNetworks()
        .values()
        .stream()
        .map(network -> network.getIpAddress())
        .filter(text -> text != null && !text.isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** Asks as an engine does: podman does so by itself beside systemd only. */
  boolean isHealthy(String service) {
    List<String> test = words(file.at("/services/" + service + "/healthcheck/test"));
    return succeeds(service, test.subList(1, test.size()));
  }

  boolean succeeds(String service, List<String> command) {
    try {
      return get(service).execInContainer(command.toArray(String[]::new)).getExitCode() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void apply(JsonNode told, CreateContainerCmd command) {
    HostConfig host = Objects.requireNonNull(command.getHostConfig());
    if (told.has("entrypoint")) {
      command.withEntrypoint(words(told.path("entrypoint")));
    }
    if (told.has("user")) {
      command.withUser(told.path("user").asString());
    }
    host.withReadonlyRootfs(told.path("read_only").asBoolean(false))
        .withCapDrop(rights(told.path("cap_drop")))
        .withCapAdd(rights(told.path("cap_add")))
        .withSecurityOpts(words(told.path("security_opt")))
        .withBinds(words(told.path("volumes")).stream().map(this::bind).toList());
    Map<String, String> inMemory = new HashMap<>();
    for (String text : words(told.path("tmpfs"))) {
      String[] parts = text.split(":", 2);
      inMemory.put(parts[0], parts[1]);
    }
    host.withTmpFs(inMemory);
    if (told.has("pid")) {
      host.withPidMode(told.path("pid").asString());
    }
    if (told.has("cgroup")) {
      host.withCgroupnsMode(told.path("cgroup").asString());
    }
  }

  private static Capability[] rights(JsonNode list) {
    return words(list).stream().map(Capability::valueOf).toArray(Capability[]::new);
  }

  private static List<String> words(JsonNode list) {
    return list.values().stream().map(JsonNode::asString).toList();
  }

  private Bind bind(String text) {
    String[] words = text.split(":", -1);
    String from = words[0];
    if (!from.startsWith("/") || STATE.stream().anyMatch(from::startsWith)) {
      Path other = state.resolve(from.replace('/', '-'));
      from = other.toString();
      try {
        Files.createDirectories(other);
        if (!words[0].startsWith("/")) {
          // A volume that is new has the rights of the image's directory.
          Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    boolean reads = words.length > 2 && words[2].equals("ro");
    return new Bind(
        from,
        new Volume(words[1]),
        reads
            ? com.github.dockerjava.api.model.AccessMode.ro
            : com.github.dockerjava.api.model.AccessMode.rw);
  }

  /** With the defaults that the file gives to variables of its own. */
  private static Map<String, String> environment(JsonNode given) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String name : given.propertyNames()) {
      String value = given.path(name).asString().replaceFirst("\\$\\{\\w+:-(.*)}", "$1");
      environment.put(name, value);
    }
    return environment;
  }

  @Override
  public void close() {
    List.copyOf(started.values()).reversed().forEach(GenericContainer::stop);
    network.close();
  }
}
