package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows the standard values, where each key goes, and that each wrong value names its key. */
class AgentConfigTest {
  @Test
  void standardValues() {
    AgentConfig config = of();
    assertThat(config.link().bootstrap()).isEqualTo("127.0.0.1:8521");
    assertThat(config.link().needs().partitions()).isEqualTo(4);
    assertThat(config.host().value()).isNotBlank();
    assertThat(config.interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.telemetry().scraped().isNowhere()).isTrue();
    assertThat(config.telemetry().scraped().address().isLoopbackAddress()).isTrue();
    assertThat(config.telemetry().endpoint()).isEmpty();
    assertThat(config.telemetry().share()).isZero();
    assertThat(config.root()).isEqualTo(Path.of("/"));
  }

  @Test
  void everyKeyGoesToItsPlace() {
    AgentConfig config =
        of(
            "--bootstrap=b:1",
            "--host=h",
            "--interval-ms=500",
            "--metrics-address=0.0.0.0",
            "--metrics-port=9",
            "--otlp-endpoint=https://[::1]:4318/below",
            "--trace-share=0.25",
            "--partitions=7",
            "--replication=3",
            "--source=brick:/b",
            "--root=/proc");
    assertThat(config.link().bootstrap()).isEqualTo("b:1");
    assertThat(config.link().clientId()).isEqualTo("oasis-agent-h");
    assertThat(config.link().needs().partitions()).isEqualTo(7);
    assertThat(config.link().needs().replication()).isEqualTo((short) 3);
    assertThat(config.host().value()).isEqualTo("h");
    assertThat(config.interval()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.telemetry().scraped().port()).isEqualTo(9);
    assertThat(config.telemetry().scraped().address().getHostAddress()).isEqualTo("0.0.0.0");
    assertThat(config.telemetry().endpoint()).contains(URI.create("https://[::1]:4318/below"));
    assertThat(config.telemetry().share()).isEqualTo(0.25);
    assertThat(config.brick()).contains(Path.of("/b"));
    assertThat(config.root()).isEqualTo(Path.of("/proc"));
  }

  @Test
  void everyWrongValueNamesItsKeyAndEndsWithTwo() throws Exception {
    wrong("bootstrap", "nowhere");
    wrong("host", "a|b");
    wrong("interval-ms", "99");
    wrong("metrics-port", "65536");
    wrong("metrics-address", "everywhere");
    wrong("otlp-endpoint", "127.0.0.1:4318");
    wrong("otlp-endpoint", "localhost:4318");
    wrong("otlp-endpoint", "grpc://h:4317");
    wrong("otlp-endpoint", "http://h:65536");
    wrong("otlp-endpoint", "http://name:word@h:4318");
    wrong("otlp-endpoint", "http://h:4318/?a=b");
    wrong("otlp-endpoint", "http:// h");
    wrong("trace-share", "1.1");
    wrong("trace-share", "-0.1");
    wrong("trace-share", "NaN");
    wrong("trace-share", "0.1");
    wrong("partitions", "0");
    wrong("replication", "x");
    wrong("accounting", "true");
    wrong("source", "brick:relative");
    wrong("root", "/no/such/directory");
    assertThat(AgentMain.run(List.of("--interval", "1"))).isEqualTo(2);
    assertThat(AgentMain.run(List.of("--help"))).isZero();
  }

  @Test
  void whatIsWrongWithAnEndpointIsSaidWithWhatWouldBeRight() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> of("--otlp-endpoint", "127.0.0.1:4318"))
        .withMessageContaining("otlp-endpoint = 127.0.0.1:4318")
        .withMessageContaining("http://HOST:PORT");
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> of("--trace-share", "0.1"))
        .withMessageContaining("trace-share = 0.1")
        .withMessageContaining("otlp-endpoint");
  }

  private static void wrong(String key, String value) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> of("--" + key, value))
        .satisfies(e -> assertThat(e.key()).isEqualTo(key));
  }

  private static AgentConfig of(String... arguments) {
    AgentComponent component = new AgentComponent();
    return component.configuration(Settings.of(component, List.of(arguments)));
  }
}
