package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Component;
import io.oasis.configuration.Reference;
import io.oasis.configuration.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that compose.yaml tells services what they understand, and lets them do no more than units
 * do.
 */
class ComposeTest {
  private static final Path FILE = Path.of("../compose.yaml");
  private static final Set<String> READERS = Set.of("agent", "adapter");

  @Test
  void everyVariableIsAKeyWithARightValue() throws IOException {
    Set<String> configured = new TreeSet<>();
    for (Component<?> component : Reference.components()) {
      if (services().has(component.name())) {
        Map<String, String> environment = environment(component.name());
        assertThat(component.keys().stream().map(key -> key.variable()))
            .as(component.name())
            .containsAll(environment.keySet());
        assertThat(configuration(component, environment)).isNotNull();
        configured.add(component.name());
      }
    }
    assertThat(configured).containsExactly("adapter", "agent", "manager");
  }

  @Test
  void rightsAreThoseOfTheUnits() throws IOException {
    for (String name : List.of("agent", "adapter", "manager")) {
      JsonNode service = services().path(name);
      assertThat(service.path("image").asString()).startsWith("oasis-" + name + ":");
      assertThat(service.path("read_only").asBoolean()).isTrue();
      assertThat(words(service.path("cap_drop"))).containsExactly("ALL");
      assertThat(words(service.path("cap_add")))
          .as(name)
          .containsExactlyInAnyOrderElementsOf(rights(Parts.read(name + ".service")));
    }
  }

  /** The broker of the trial is somebody else's program. */
  @Test
  void nobodyHasRightsThatItWasNotGiven() throws IOException {
    for (String name : services().propertyNames()) {
      JsonNode service = services().path(name);
      assertThat(words(service.path("cap_drop"))).as(name).containsExactly("ALL");
      List<String> options = words(service.path("security_opt"));
      assertThat(options).as(name).contains("no-new-privileges");
      assertThat(options.subList(1, options.size()))
          .as("%s: only who reads what other processes asked for is not confined", name)
          .isEqualTo(READERS.contains(name) ? List.of("apparmor=unconfined") : List.of());
      assertThat(service.path("privileged").asBoolean(false)).as(name).isFalse();
    }
    assertThat(services().path("kafka").has("cap_add")).isFalse();
  }

  @Test
  void healthIsAskedWhereAServiceAnswers() throws IOException {
    for (Component<?> component : Reference.components()) {
      JsonNode service = services().path(component.name());
      if (service.isObject()) {
        boolean isManager = component.name().equals("manager");
        String port = value(component, isManager ? "http-port" : "metrics-port");
        String path = isManager ? "/actuator/health" : "/metrics";
        assertThat(words(service.path("healthcheck").path("test")))
            .as(component.name())
            .containsExactly("CMD", ServiceImage.PROBE, port, path);
        assertThat(port).as("0 is nowhere").isNotEqualTo("0");
      }
    }
  }

  @Test
  void nobodyIsStartedBeforeItsBrokerAnswers() throws IOException {
    JsonNode broker = services().path("kafka");
    assertThat(words(broker.path("healthcheck").path("test")).getLast()).endsWith("/9092");
    for (String name : List.of("agent", "adapter", "manager")) {
      JsonNode before = services().path(name).path("depends_on").path("kafka");
      assertThat(before.path("condition").asString("")).as(name).isEqualTo("service_healthy");
    }
  }

  private static String value(Component<?> component, String name) throws IOException {
    Map<String, String> environment = environment(component.name());
    return component.keys().stream()
        .filter(key -> key.name().equals(name))
        .map(key -> environment.getOrDefault(key.variable(), key.standard()))
        .findFirst()
        .orElseThrow();
  }

  private static <C> C configuration(Component<C> component, Map<String, String> environment) {
    return component.configuration(Settings.of(component, Map.of(), environment));
  }

  private static List<String> words(JsonNode list) {
    return list.values().stream().map(JsonNode::asString).toList();
  }

  private static Set<String> rights(String unit) {
    return unit.lines()
        .filter(line -> line.startsWith("CapabilityBoundingSet="))
        .flatMap(line -> Stream.of(line.replaceFirst(".*?=", "").split(" ")))
        .filter(right -> !right.isEmpty())
        .map(right -> right.replace("CAP_", ""))
        .collect(Collectors.toSet());
  }

  /** With the defaults that the file gives to variables of its own. */
  private static Map<String, String> environment(String service) throws IOException {
    Map<String, String> environment = new TreeMap<>();
    JsonNode given = services().path(service).path("environment");
    for (String name : given.propertyNames()) {
      String value = given.path(name).asString().replaceFirst("\\$\\{\\w+:-(.*)}", "$1");
      environment.put(name, value);
    }
    return environment;
  }

  private static JsonNode services() throws IOException {
    Object file = new Yaml().load(Files.readString(FILE));
    return new JsonMapper().valueToTree(file).path("services");
  }
}
