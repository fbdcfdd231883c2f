package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Component;
import io.oasis.configuration.FileCheck;
import io.oasis.configuration.Reference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that Helm and Kubernetes' schemas find nothing wrong with the chart, that services
 * understand what it tells them, and that they get no more of a node than they need.
 */
class ChartIT {
  private static final String VALIDATE = "kubernetes-validate";

  /** An old one and a new one. */
  private static final List<String> KUBERNETES = List.of("1.30.0", "1.34.0");

  /** Keys that name a file of a Secret. */
  private static final List<String> MOUNTED =
      List.of(
          "kafka-config",
          "host-token",
          "trust",
          "signing-key",
          "host-secret",
          "tls-certificate",
          "tls-key");

  /** Everything that can be switched on. */
  private static final String ALL =
      """
      {"kafka": {"bootstrap": "k1:9093,k2:9093", "port": 9093, "secret": "kafka"},
       "keys": {"manager": "keys", "trust": "trust", "hosts": "hosts"},
       "manager": {"replicas": 3, "tokens": "tokens", "hosts": ["oasis.site"],
                   "tls": {"secret": "certificate"},
                   "config": {"jwt-issuer": "https://sso.example/realms/site"}},
       "adapter": {"enabled": true},
       "serviceMonitor": {"enabled": true, "labels": {"release": "prometheus"},
                          "tlsConfig": {"serverName": "oasis.site"}},
       "prometheusRule": {"enabled": true, "labels": {"release": "prometheus"}},
       "networkPolicy": {"prometheus": [{"namespaceSelector": {"matchLabels": {"a": "b"}}}],
                         "clients": [{"podSelector": {"matchLabels": {"c": "d"}}}]}}
      """;

  @TempDir private Path directory = Path.of("");

  private Path validate = Path.of("");

  @BeforeEach
  void find() throws Exception {
    validate =
        Stream.of(System.getenv("PATH").split(":"))
            .map(place -> Path.of(place, VALIDATE))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of(VALIDATE));
    String python = validate.resolveSibling("python3").toString();
    if (!validate.isAbsolute()
        || new ProcessBuilder(python, "-c", "import helm_python").start().waitFor() != 0) {
      Needs.require(
          List.of(
              VALIDATE + " or helm_python is missing: pip install helm-python-sdk " + VALIDATE));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{} | 9", "all | 17"})
  void whatItRendersIsRight(String values, int objects) throws Exception {
    List<Path> files = render(values.equals("all") ? ALL : values);
    assertThat(files).hasSize(objects);
    for (String version : KUBERNETES) {
      List<String> command =
          new ArrayList<>(List.of(validate.toString(), "--strict", "-k", version));
      files.stream()
          .filter(
              file -> !file.getFileName().toString().matches("(ServiceMonitor|PrometheusRule)-.*"))
          .forEach(file -> command.add(file.toString()));
      assertThat(Packed.say(directory, command)).contains("passed").doesNotContain("failed");
    }
  }

  @Test
  void servicesUnderstandWhatTheyAreTold() throws Exception {
    render(ALL);
    for (String name : List.of("agent", "adapter", "manager")) {
      Map<String, Object> map = read("ConfigMap-trial-" + name);
      String text = ((Map<?, ?>) map.get("data")).get(name + ".yaml").toString();
      Path file = Files.writeString(directory.resolve(name + ".config"), text);
      assertThat(FileCheck.of(component(name), file).mistakes())
          .as("what is wrong but that secrets are not mounted here")
          .allSatisfy(mistake -> assertThat(mistake.key()).isIn(MOUNTED));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://collector:4318, 4318",
    "http://[2001:db8::1]:4318/below, 4318",
    "https://collector.example, 443"
  })
  void whoHasAReceiverMayReachIt(String endpoint, int port) throws Exception {
    render("{\"agent\": {\"config\": {\"otlp-endpoint\": \"" + endpoint + "\"}}}");
    assertThat(egress("agent")).contains("port=" + port);
    assertThat(egress("manager")).doesNotContain("port=" + port);
  }

  @ParameterizedTest
  @CsvSource({"https://sso.example/realms/a, 443", "http://sso.example:8080, 8080"})
  void aManagerMayAskTheIssuerOfJwts(String issuer, int port) throws Exception {
    render("{\"manager\": {\"config\": {\"jwt-issuer\": \"" + issuer + "\"}}}");
    assertThat(egress("manager")).contains("port=" + port);
    assertThat(egress("agent")).doesNotContain("port=" + port);
  }

  /** Whoever gives tokens for Kafka, for example. */
  @Test
  void allMayGoWhereElseTheySay() throws Exception {
    render(
        "{\"adapter\": {\"enabled\": true}, \"keys\": {\"trust\": \"t\"},"
            + " \"networkPolicy\": {\"extraEgress\": [{\"ports\": [{\"port\": 8443}]}]}}");
    for (String part : List.of("agent", "adapter", "manager")) {
      assertThat(egress(part)).as(part).contains("port=8443");
    }
  }

  @Test
  void aManagerWithACertificateSpeaksHttps() throws Exception {
    render("{\"serviceMonitor\": {\"enabled\": true}}");
    assertThat(manager()).contains("scheme: HTTP}").doesNotContain("HTTPS", "/etc/oasis/tls");
    assertThat(text("ConfigMap-trial-manager")).doesNotContain("tls-");
    assertThat(text("ServiceMonitor-trial-manager")).doesNotContain("https");
    render(ALL);
    assertThat(manager())
        .contains("scheme: HTTPS}", "mountPath: /etc/oasis/tls,", "secretName: certificate");
    assertThat(text("ConfigMap-trial-manager"))
        .contains("tls-certificate: /etc/oasis/tls/tls.crt", "tls-key: /etc/oasis/tls/tls.key")
        .as("what they are called by who finds them by address")
        .contains("tls-peer-name: trial-manager.site.svc");
    assertThat(text("ServiceMonitor-trial-manager"))
        .contains("scheme: https", "serverName: oasis.site");
    assertThat(text("ServiceMonitor-trial-agent")).doesNotContain("https");
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "agent", "adapter"})
  void filesOfOnesOwnAreMounted(String name) throws Exception {
    String values =
        """
        {"keys": {"trust": "trust"}, "%s": {%s
          "extraVolumes": [{"name": "own", "secret": {"secretName": "mine"}}],
          "extraVolumeMounts": [{"name": "own", "mountPath": "/own"}]}}
        """;
    render(values.formatted(name, name.equals("adapter") ? "\"enabled\": true," : ""));
    assertThat(pod(name).get("volumes").toString())
        .contains("{name=own, secret={secretName=mine}}");
    assertThat(container(name).get("volumeMounts").toString())
        .contains("{mountPath=/own, name=own}");
  }

  @Test
  void alertsAreThoseOfThePackages() throws Exception {
    render(ALL);
    Path rules = Packed.ROOT.resolve("deploy/observability/alerts.yaml");
    assertThat(read("PrometheusRule-trial-manager").get("spec"))
        .isEqualTo(new Yaml().load(Files.readString(rules)));
  }

  @Test
  void whatTheGuideSaysIsEnough() throws Exception {
    String guide = Files.readString(Packed.ROOT.resolve("docs/guide/deploy.md"));
    Matcher values = Pattern.compile("(?s)## With Helm.*?```yaml\n(.*?)```").matcher(guide);
    assertThat(values.find()).isTrue();
    Object given = new Yaml().load(values.group(1));
    assertThat(render(new JsonMapper().writeValueAsString(given))).hasSize(13);
    assertThat(container("adapter").get("image").toString())
        .startsWith("registry.example/oasis-adapter:");
  }

  private String manager() throws IOException {
    return text("Deployment-trial-manager");
  }

  private String text(String name) throws IOException {
    return Files.readString(directory.resolve(name + ".yaml"));
  }

  /** Names of applications are in them, and nobody is asked who they are. */
  @Test
  void metricsAreForThisNamespaceUnlessSomebodyElseIsNamed() throws Exception {
    render("{}");
    assertThat(text("NetworkPolicy-trial-agent")).doesNotContain("namespaceSelector");
    assertThat(text("NetworkPolicy-trial-manager")).doesNotContain("namespaceSelector");
  }

  private String egress(String name) throws IOException {
    Map<?, ?> spec = (Map<?, ?>) read("NetworkPolicy-trial-" + name).get("spec");
    return String.valueOf(spec.get("egress"));
  }

  @Test
  void aNodeShowsNoMoreThanIsNeeded() throws Exception {
    render(ALL);
    assertThat(hostPaths("agent")).containsExactly("/sys/fs/cgroup");
    assertThat(hostPaths("adapter"))
        .containsExactly("/sys/fs/cgroup", "/var/lib/oasis/adapter", "/run/oasis");
    assertThat(container("agent").toString()).contains("mountPath=/sys/fs/cgroup, readOnly=true");
    for (String name : List.of("agent", "adapter")) {
      Map<?, ?> rights = (Map<?, ?>) container(name).get("securityContext");
      assertThat(rights.get("readOnlyRootFilesystem")).isEqualTo(true);
      assertThat(rights.get("allowPrivilegeEscalation")).isEqualTo(false);
      assertThat(rights.get("capabilities").toString()).contains("drop=[ALL]");
    }
    assertThat(manager()).contains("runAsNonRoot: true", "replicas: 3").doesNotContain("hostPath");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"adapter\": {\"enabled\": true}} | keys.trust must name a Secret",
        "{\"manager\": {\"replicas\": 0}} | replicas",
        "{\"agnet\": {}} | agnet",
        "{\"kafka\": {\"bootstrap\": \"kafka\"}} | bootstrap",
      })
  void aWrongValueIsRefused(String values, String said) throws Exception {
    ProcessBuilder chart = new ProcessBuilder(command(values)).redirectErrorStream(true);
    Process process = chart.start();
    process.getOutputStream().close();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains(said);
    assertThat(process.waitFor()).isEqualTo(1);
  }

  private List<Path> render(String values) throws Exception {
    Packed.say(directory, command(values));
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  private List<String> command(String values) {
    return List.of(
        validate.resolveSibling("python3").toString(),
        Packed.ROOT.resolve("integration-tests/src/test/resources/chart.py").toString(),
        Packed.ROOT.resolve("deploy/helm/oasis").toString(),
        directory.toString(),
        values);
  }

  private Map<String, Object> read(String name) throws IOException {
    return new Yaml().load(Files.readString(directory.resolve(name + ".yaml")));
  }

  private Map<?, ?> pod(String name) throws IOException {
    String kind = name.equals("manager") ? "Deployment" : "DaemonSet";
    Map<?, ?> spec = (Map<?, ?>) read(kind + "-trial-" + name).get("spec");
    return (Map<?, ?>) ((Map<?, ?>) spec.get("template")).get("spec");
  }

  private Map<?, ?> container(String name) throws IOException {
    return (Map<?, ?>) ((List<?>) pod(name).get("containers")).getFirst();
  }

  private List<String> hostPaths(String name) throws IOException {
    return ((List<?>) pod(name).get("volumes"))
        .stream()
            .map(volume -> ((Map<?, ?>) volume).get("hostPath"))
            .filter(Map.class::isInstance)
            .map(path -> ((Map<?, ?>) path).get("path").toString())
            .toList();
  }

  private static Component<?> component(String name) {
    return Reference.components().stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
