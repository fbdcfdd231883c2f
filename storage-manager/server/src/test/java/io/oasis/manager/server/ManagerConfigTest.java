package io.oasis.manager.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.messaging.Options;
import io.oasis.protocol.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what holds when nothing is said, that every key arrives, and that mistakes name theirs. */
class ManagerConfigTest {
  @Test
  void nothingSaidGivesTheStandardValues() {
    assertThat(config()).isEqualTo(ManagerConfig.DEFAULT);
    assertThat(ManagerConfig.DEFAULT.httpAddress()).isEqualTo("127.0.0.1");
    assertThat(ManagerConfig.DEFAULT.controller().initialMode()).isEqualTo(Mode.SHADOW);
  }

  @Test
  void everyKeyArrives() {
    ManagerConfig config =
        config(
            "--bootstrap", "k:1",
            "--http-address", "::1",
            "--http-port", "1",
            "--allowed-hosts", "a, b",
            "--state-dir", "/x",
            "--interval-ms", "200",
            "--lease-ms", "3000",
            "--initial-mode", "observe",
            "--policy", "oasis",
            "--application-id", "m",
            "--partitions", "2",
            "--replication", "3");
    assertThat(config.bootstrap()).isEqualTo("k:1");
    assertThat(config.httpAddress()).isEqualTo("::1");
    assertThat(config.httpPort()).isEqualTo(1);
    assertThat(config.allowedHosts()).containsExactly("a", "b");
    assertThat(config.stateDir()).isEqualTo(Path.of("/x"));
    assertThat(config.controller().interval()).isEqualTo(Duration.ofMillis(200));
    assertThat(config.controller().lease()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.controller().initialMode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.controller().initialPolicy()).isEqualTo("oasis");
    assertThat(config.applicationId()).isEqualTo("m");
    assertThat(config.partitions()).isEqualTo(2);
    assertThat(config.replication()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "http-port,70000",
    "http-port,x",
    "interval-ms,1",
    "lease-ms,1500",
    "initial-mode,ENFORCE",
    "initial-mode,on",
    "policy,best",
    "application-id,a b",
    "partitions,0",
    "replication,0",
  })
  void aMistakeNamesItsKeyInOneLine(String key, String value) {
    assertThatThrownBy(() -> config("--" + key, value))
        .message()
        .startsWith(key + " = ")
        .doesNotContain("\n");
  }

  private static ManagerConfig config(String... arguments) {
    return ManagerMain.configOf(Options.parse(List.of(arguments), ManagerMain.OPTIONS));
  }
}
