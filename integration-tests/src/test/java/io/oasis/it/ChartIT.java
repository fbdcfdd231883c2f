package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.oasis.configuration.Component;
import io.oasis.configuration.FileCheck;
import io.oasis.configuration.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Shows that Helm and Kubernetes' schemas find nothing wrong with the chart, that services
 * understand what it tells them, and that they get no more of a node than they need.
 */
class ChartIT {
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

  /** The least that may be said. */
  private static final String KEYS = "{\"keys\": {\"manager\": \"keys\"}}";

  /** The beginning of values that say more. */
  private static final String ONE = "{\"keys\": {\"manager\": \"keys\"}, ";

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

  private Chart chart;

  @BeforeEach
  void find() throws Exception {
    chart = Chart.into(directory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"keys | 9", "all | 17"})
  void whatItRendersIsRight(String values, int objects) throws Exception {
    List<Path> files = chart.render(values.equals("all") ? ALL : KEYS);
    assertThat(files).hasSize(objects);
    List<Path> known = files.stream().filter(file -> operators(file).isEmpty()).toList();
    for (String version : KUBERNETES) {
      assertThat(chart.validate(version, known)).contains("passed").doesNotContain("failed");
    }
  }

  /** They are of no release of Kubernetes: their classes know what there may be. */
  @Test
  void soIsWhatThePrometheusOperatorReads() throws Exception {
    JsonMapper strict = JsonMapper.builder().annotationIntrospector(new NothingElse()).build();
    int read = 0;
    for (Path file : chart.render(ALL)) {
      Optional<Class<?>> type = operators(file);
      if (type.isPresent()) {
        Object given = new Yaml().load(Files.readString(file));
        assertThatCode(() -> strict.convertValue(given, type.get())).doesNotThrowAnyException();
        read++;
      }
    }
    assertThat(read).isEqualTo(4);
    Map<String, Object> wrong = chart.read("ServiceMonitor-trial-agent");
    assertThatThrownBy(
            () -> strict.convertValue(with(wrong, "spec", "endpoint"), ServiceMonitor.class))
        .hasMessageContaining("endpoint");
  }

  private static Map<String, Object> with(Map<String, Object> object, String part, String wrong) {
    Map<String, Object> spec = new HashMap<>();
    ((Map<?, ?>) object.get(part)).forEach((key, value) -> spec.put(key.toString(), value));
    spec.put(wrong, List.of());
    Map<String, Object> all = new HashMap<>(object);
    all.put(part, spec);
    return all;
  }

  private static Optional<Class<?>> operators(Path file) {
    return switch (file.getFileName().toString().split("-")[0]) {
      case "ServiceMonitor" -> Optional.of(ServiceMonitor.class);
      case "PrometheusRule" -> Optional.of(PrometheusRule.class);
      default -> Optional.empty();
    };
  }

  /** The operator's classes keep what they do not know; here it is refused. */
  private static final class NothingElse extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated member) {
      return false;
    }
  }

  @Test
  void servicesUnderstandWhatTheyAreTold() throws Exception {
    chart.render(ALL);
    for (String name : List.of("agent", "adapter", "manager")) {
      Map<String, Object> map = chart.read("ConfigMap-trial-" + name);
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
    chart.render(ONE + "\"agent\": {\"config\": {\"otlp-endpoint\": \"" + endpoint + "\"}}}");
    assertThat(chart.egress("agent")).contains("port=" + port);
    assertThat(chart.egress("manager")).doesNotContain("port=" + port);
  }

  @ParameterizedTest
  @CsvSource({"https://sso.example/realms/a, 443", "http://sso.example:8080, 8080"})
  void aManagerMayAskTheIssuerOfJwts(String issuer, int port) throws Exception {
    chart.render(
        "{\"keys\": {\"manager\": \"k\"}, \"manager\": {\"config\": {\"jwt-issuer\": \""
            + issuer
            + "\"}}}");
    assertThat(chart.egress("manager")).contains("port=" + port);
    assertThat(chart.egress("agent")).doesNotContain("port=" + port);
  }

  /** Whoever gives tokens for Kafka, for example. */
  @Test
  void allMayGoWhereElseTheySay() throws Exception {
    chart.render(
        "{\"adapter\": {\"enabled\": true}, \"keys\": {\"manager\": \"k\", \"trust\": \"t\"},"
            + " \"networkPolicy\": {\"extraEgress\": [{\"ports\": [{\"port\": 8443}]}]}}");
    for (String part : List.of("agent", "adapter", "manager")) {
      assertThat(chart.egress(part)).as(part).contains("port=8443");
    }
  }

  @Test
  void aManagerWithACertificateSpeaksHttps() throws Exception {
    chart.render(ONE + "\"serviceMonitor\": {\"enabled\": true}}");
    assertThat(chart.text("Deployment-trial-manager"))
        .contains("scheme: HTTP}")
        .doesNotContain("HTTPS", "/etc/oasis/tls");
    assertThat(chart.text("ConfigMap-trial-manager")).doesNotContain("tls-");
    assertThat(chart.text("ServiceMonitor-trial-manager")).doesNotContain("https");
    chart.render(ALL);
    assertThat(chart.text("Deployment-trial-manager"))
        .contains("scheme: HTTPS}", "mountPath: /etc/oasis/tls,", "secretName: certificate");
    assertThat(chart.text("ConfigMap-trial-manager"))
        .contains("tls-certificate: /etc/oasis/tls/tls.crt", "tls-key: /etc/oasis/tls/tls.key")
        .as("what they are called by who finds them by address")
        .contains("tls-peer-name: trial-manager.site.svc");
    assertThat(chart.text("ServiceMonitor-trial-manager"))
        .contains("scheme: https", "serverName: oasis.site");
    assertThat(chart.text("ServiceMonitor-trial-agent")).doesNotContain("https");
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "agent", "adapter"})
  void filesOfOnesOwnAreMounted(String name) throws Exception {
    String values =
        """
        {"keys": {"manager": "k", "trust": "trust"}, "%s": {%s
          "extraVolumes": [{"name": "own", "secret": {"secretName": "mine"}}],
          "extraVolumeMounts": [{"name": "own", "mountPath": "/own"}]}}
        """;
    chart.render(values.formatted(name, name.equals("adapter") ? "\"enabled\": true," : ""));
    assertThat(chart.pod(name).get("volumes").toString())
        .contains("{name=own, secret={secretName=mine}}");
    assertThat(chart.container(name).get("volumeMounts").toString())
        .contains("{mountPath=/own, name=own}");
  }

  @Test
  void alertsAreThoseOfThePackages() throws Exception {
    chart.render(ALL);
    Path rules = Packed.ROOT.resolve("deploy/observability/alerts.yaml");
    assertThat(chart.read("PrometheusRule-trial-manager").get("spec"))
        .isEqualTo(new Yaml().load(Files.readString(rules)));
  }

  @Test
  void whatTheGuideSaysIsEnough() throws Exception {
    String guide = Files.readString(Packed.ROOT.resolve("docs/guide/deploy.md"));
    Matcher values = Pattern.compile("(?s)## With Helm.*?```yaml\n(.*?)```").matcher(guide);
    assertThat(values.find()).isTrue();
    Object given = new Yaml().load(values.group(1));
    assertThat(chart.render(new ObjectMapper().writeValueAsString(given))).hasSize(13);
    assertThat(chart.container("adapter").get("image").toString())
        .startsWith("registry.example/oasis-adapter:");
  }

  /** Names of applications are in them, and nobody is asked who they are. */
  @Test
  void metricsAreForThisNamespaceUnlessSomebodyElseIsNamed() throws Exception {
    chart.render(KEYS);
    assertThat(chart.text("NetworkPolicy-trial-agent")).doesNotContain("namespaceSelector");
    assertThat(chart.text("NetworkPolicy-trial-manager")).doesNotContain("namespaceSelector");
  }

  @Test
  void aNodeShowsNoMoreThanIsNeeded() throws Exception {
    chart.render(ALL);
    assertThat(chart.hostPaths("agent")).containsExactly("/sys/fs/cgroup");
    assertThat(chart.hostPaths("adapter"))
        .containsExactly("/sys/fs/cgroup", "/var/lib/oasis/adapter", "/run/oasis");
    assertThat(chart.container("agent").toString())
        .contains("mountPath=/sys/fs/cgroup, readOnly=true");
    for (Map<?, ?> container :
        List.of(chart.container("agent"), chart.container("adapter"), chart.standBy())) {
      Map<?, ?> rights = (Map<?, ?>) container.get("securityContext");
      assertThat(rights.get("readOnlyRootFilesystem")).isEqualTo(true);
      assertThat(rights.get("allowPrivilegeEscalation")).isEqualTo(false);
      assertThat(rights.get("capabilities").toString()).contains("drop=[ALL]");
    }
    assertThat(chart.text("Deployment-trial-manager"))
        .contains("runAsNonRoot: true", "replicas: 3")
        .doesNotContain("hostPath");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"keys\": {\"manager\": \"k\"}, \"adapter\": {\"enabled\": true}} | keys.trust must name"
            + " a Secret",
        "{\"manager\": {\"replicas\": 0}} | replicas",
        "{\"manager\": {\"replicas\": 2}} | manager.replicas = 2",
        "{\"agnet\": {}} | agnet",
        "{\"kafka\": {\"bootstrap\": \"kafka\"}} | bootstrap",
      })
  void aWrongValueIsRefused(String values, String said) throws Exception {
    Chart.Ended ended = chart.tries(values);
    assertThat(ended.said()).contains(said);
    assertThat(ended.code()).isEqualTo(1);
  }

  private static Component<?> component(String name) {
    return Reference.components().stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
