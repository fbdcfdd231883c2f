package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Component;
import io.oasis.configuration.FileCheck;
import io.oasis.configuration.Key;
import io.oasis.configuration.Reference;
import io.oasis.distribution.Oasis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that the playbooks are what Ansible understands, and that services understand what the
 * playbooks write, with what the example of an inventory says besides.
 */
@Tag("slow")
class AnsibleTest {
  private static final Path PLAYBOOKS = Path.of("../ansible").toAbsolutePath().normalize();

  /** Tasks of a service that change neither packages nor what runs. */
  private static final List<String> WRITES = List.of("Directory", "Secrets", "Settings");

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"manager", "agent", "adapter"})
  void everySettingIsAKey(String service) throws IOException {
    List<String> known = component(service).keys().stream().map(Key::name).toList();
    assertThat(known).containsAll(told(service).path("settings").propertyNames());
    JsonNode more = example(service);
    assertThat(more.size()).as("what the example says").isPositive();
    assertThat(known).containsAll(more.propertyNames());
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "agent", "adapter"})
  void whatReloadsIsKnown(String service) throws IOException {
    List<String> reloads =
        component(service).keys().stream().filter(Key::reloads).map(Key::name).toList();
    assertThat(told(service).path("reloads").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrderElementsOf(reloads);
  }

  @Test
  void managersOfTheExampleReachEachOtherAndPrometheusAll() throws IOException {
    assertThat(example("manager").path("http-address").asString()).isEqualTo("0.0.0.0");
    assertThat(told("manager").path("settings").has("advertised-address")).isTrue();
    for (String service : List.of("agent", "adapter")) {
      assertThat(example(service).path("metrics-address").asString()).isEqualTo("0.0.0.0");
      assertThat(told(service).at("/settings/metrics-port").asInt()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"oasis.yml", "remove.yml"})
  void ansibleUnderstandsIt(String playbook) throws Exception {
    ansible("--syntax-check", PLAYBOOKS.resolve(playbook).toString());
  }

  /** Below a directory of the test in place of /etc/oasis. */
  @ParameterizedTest
  @CsvSource({"manager, m1", "manager, m2", "agent, db1", "adapter, db1"})
  void whatIsWrittenIsRight(String service, String host) throws Exception {
    Files.createFile(secrets().resolve(service + ".properties"));
    Path play = Files.writeString(directory.resolve("play.yml"), play(service, host));
    ansible("-e", given(), play.toString());
    Path file = directory.resolve(host + "/" + service + ".yaml");
    FileCheck check = FileCheck.of(component(service), file);
    assertThat(check.mistakes()).isEmpty();
    assertThat(check.said())
        .extracting(FileCheck.Said::key)
        .containsAll(told(service).path("settings").propertyNames())
        .containsAll(example(service).propertyNames());
    String value = service.equals("manager") ? "advertised-address: " + host : "host: " + host;
    assertThat(file).content().contains(value, "0.0.0.0");
  }

  /** None of the hosts of the example is there to be asked. */
  @ParameterizedTest
  @CsvSource({
    "'{\"oasis_adapter_settings\": {\"onli\": \"*\"}}', is not a key of adapter; nearest is only",
    "'{\"oasis_manager_settings\": {\"tls-key\": \"/k\", \"interval-ms\": 1}}', interval-ms = 1:"
        + " must be",
    "keys=/nowhere, /nowhere/signing.pem is missing",
    "packages=/nowhere, needs one version of oasis-runtime and oasis-manager in /nowhere"
  })
  void whatWouldNotStartIsRefusedBeforeAnythingIsDone(String wrong, String why) throws Exception {
    for (String name : List.of("runtime", "manager", "agent", "adapter")) {
      Files.createFile(directory.resolve("oasis-" + name + "_1_all.deb"));
      Files.createFile(secrets().resolve(name + ".properties"));
    }
    String playbook = PLAYBOOKS.resolve("oasis.yml").toString();
    Said said = said("-e", given(), "-e", wrong, playbook);
    assertThat(said.code()).isNotZero();
    assertThat(said.lines())
        .anyMatch(line -> line.contains(why))
        .noneMatch(line -> line.startsWith("PLAY [Managers]"));
  }

  private Path secrets() throws IOException {
    return Files.createDirectories(directory.resolve("secrets"));
  }

  /** What an administrator gives beside an inventory. */
  private String given() throws IOException {
    String keys = Files.createDirectory(directory.resolve("keys")).toString();
    assertThat(Oasis.commandLine().execute("keys", "init", "--dir", keys)).isZero();
    assertThat(Oasis.commandLine().execute("keys", "host", "db1", "--dir", keys)).isZero();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String oasis =
        "%s -cp %s %s"
            .formatted(java, System.getProperty("java.class.path"), Oasis.class.getName());
    return "packages=%s secrets=%s keys=%s bootstrap=k1:9092,k2:9092 oasis='%s' %s"
        .formatted(
            directory,
            secrets(),
            keys,
            oasis,
            "ansible_python_interpreter='{{ ansible_playbook_python }}'");
  }

  /** What the playbook has of a service, for this host and as who runs the test. */
  private String play(String service, String host) throws IOException {
    List<Object> tasks = new ArrayList<>();
    List<?> all = new Yaml().load(Files.readString(PLAYBOOKS.resolve("service.yml")));
    for (Object task : all) {
      String name = ((Map<?, ?>) task).get("name").toString();
      if (WRITES.stream().anyMatch(name::startsWith)) {
        tasks.add(task);
      }
    }
    assertThat(tasks).hasSameSizeAs(WRITES);
    Files.createDirectory(directory.resolve(host));
    Map<String, Object> play =
        Map.of(
            "hosts",
            host,
            "connection",
            "local",
            "gather_facts",
            false,
            "vars",
            new JsonMapper().convertValue(told(service), Map.class),
            "tasks",
            tasks);
    return new Yaml()
        .dump(List.of(play))
        .replace("/etc/oasis", directory.resolve(host).toString())
        .replaceAll("owner: (oasis-\\w+|root)", "owner: " + System.getProperty("user.name"));
  }

  private void ansible(String... arguments) throws IOException, InterruptedException {
    Said said = said(arguments);
    assertThat(said.code()).as(String.join("\n", said.lines())).isZero();
    assertThat(said.lines()).noneMatch(line -> line.contains("WARNING"));
  }

  /** How a run of Ansible ended, and what it said. */
  private record Said(int code, List<String> lines) {}

  private Said said(String... arguments) throws IOException, InterruptedException {
    String program = "ansible-playbook";
    boolean isHere =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    Assumptions.assumeTrue(isHere, program + " is missing: apt-get install ansible-core");
    List<String> command =
        new ArrayList<>(List.of(program, "-i", PLAYBOOKS.resolve("inventory.yml").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ANSIBLE_LOCAL_TEMP", directory.resolve("local").toString());
    builder.environment().put("ANSIBLE_REMOTE_TEMP", directory.resolve("remote").toString());
    builder.environment().put("LC_ALL", "C.UTF-8"); // it wants UTF-8
    Process process = builder.start();
    process.getOutputStream().close();
    List<String> lines = process.inputReader().lines().toList();
    return new Said(process.waitFor(), lines);
  }

  /** What the playbook tells a service, and where its secrets are from. */
  private static JsonNode told(String service) throws IOException {
    for (JsonNode play : yaml("oasis.yml")) {
      for (JsonNode task : play.path("tasks")) {
        if (task.at("/vars/service").asString().equals(service)) {
          return task.path("vars");
        }
      }
    }
    throw new AssertionError(service);
  }

  /** What the example of an inventory says besides. */
  private static JsonNode example(String service) throws IOException {
    String group = service.equals("manager") ? "managers" : "hosts";
    return yaml("inventory.yml").at("/" + group + "/vars/oasis_" + service + "_settings");
  }

  private static JsonNode yaml(String name) throws IOException {
    Object file = new Yaml().load(Files.readString(PLAYBOOKS.resolve(name)));
    return new JsonMapper().valueToTree(file);
  }

  private static Component<?> component(String name) {
    return Reference.components().stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
