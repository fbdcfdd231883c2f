package io.oasis.manager.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.configuration.Settings;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.server.access.AccessConfig;
import io.oasis.messaging.Party;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Mode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows what holds when nothing is said, that every key arrives, and that mistakes name theirs. */
class ManagerConfigTest {
  @Test
  void nothingSaidGivesTheStandardValues() {
    ManagerConfig config = config();
    assertThat(config.link().bootstrap()).isEqualTo("127.0.0.1:8521");
    assertThat(config.http())
        .isEqualTo(new ManagerConfig.Http("127.0.0.1", 8520, Optional.empty(), List.of()));
    assertThat(config.controller()).isEqualTo(ControllerConfig.DEFAULT);
    assertThat(config.link().needs().createTopics()).isFalse();
    assertThat(config.tls().isOn()).isFalse();
    assertThat(config.access().tokens()).isEqualTo(Path.of("/var/lib/oasis/manager/access"));
    assertThat(config.access().openMetrics()).isFalse();
    assertThat(config.otlp()).isEmpty();
    assertThat(config.domains().space()).isEmpty();
  }

  @Test
  void whatMayBeGivenOfSpaceIsSaidByDomain() {
    assertThat(config("--space", "disk:h:serial:a=b=2G, pool:l = 4096").domains().space())
        .containsOnly(
            Map.entry(new DomainId("disk:h:serial:a=b"), 2L << 30),
            Map.entry(new DomainId("pool:l"), 4096L));
    for (String wrong : List.of("2G", "disk:a=", "disk:a=-1", "=2G", "disk:a=16384T")) {
      assertThatThrownBy(() -> config("--space", wrong)).hasMessageContaining("space");
    }
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
            "--replication", "3",
            "--standby-replicas", "1",
            "--otlp-endpoint", "http://o:4318",
            "--create-topics", "yes");
    assertThat(config.link().bootstrap()).isEqualTo("k:1");
    assertThat(config.http().address()).isEqualTo("::1");
    assertThat(config.http().port()).isEqualTo(1);
    assertThat(config.http().allowedHosts()).containsExactly("a", "b");
    assertThat(config.streams().stateDir()).isEqualTo(Path.of("/x"));
    assertThat(config.controller().interval()).isEqualTo(Duration.ofMillis(200));
    assertThat(config.controller().lease()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.controller().initialMode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.controller().initialPolicy()).isEqualTo("oasis");
    assertThat(config.streams().applicationId()).isEqualTo("m");
    assertThat(config.link().needs().partitions()).isEqualTo(2);
    assertThat(config.link().needs().replication()).isEqualTo((short) 3);
    assertThat(config.link().needs().createTopics()).isTrue();
    assertThat(config.link().needs().topics()).isEqualTo(Party.MANAGER.topics());
    assertThat(config.streams().standbyReplicas()).isEqualTo(1);
    assertThat(config.otlp()).contains(URI.create("http://o:4318"));
  }

  @Test
  void everyKeyOfTheDoorArrives() {
    ManagerConfig config =
        config(
            "--token-dir", "/t",
            "--open-metrics", "yes",
            "--jwt-issuer", "https://id.example",
            "--jwt-audience", "storage",
            "--jwt-roles", "a.b");
    assertThat(config.access())
        .isEqualTo(
            new AccessConfig(
                Path.of("/t"),
                Optional.of("https://id.example"),
                Optional.empty(),
                "storage",
                "a.b",
                Optional.empty(),
                true));
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
    "standby-replicas,9",
    "open-metrics,perhaps",
    "jwt-issuer,id.example",
    "jwt-keys,/nowhere",
    "certificate-roles,/nowhere",
    "tls-certificate,/nowhere",
  })
  void aMistakeNamesItsKeyInOneLine(String key, String value) {
    assertThatThrownBy(() -> config("--" + key, value))
        .message()
        .startsWith(key + " = ")
        .doesNotContain("\n");
  }

  /** Whoever could write there would say who is an administrator. */
  @ParameterizedTest
  @ValueSource(strings = {"jwt-keys", "certificate-roles", "tls-client-ca", "tls-peer-ca"})
  void whoIsBelievedStandsInAFileThatOthersCannotWrite(String key, @TempDir Path directory)
      throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    String[] given = {
      "--" + key, file + "", "--tls-certificate", file + "", "--tls-key", file + ""
    };
    assertThatCode(() -> config(given)).doesNotThrowAnyException();
    for (Path open : List.of(file, directory)) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
      assertThatThrownBy(() -> config(given))
          .message()
          .startsWith(key + " = ")
          .contains("others may write to " + open)
          .doesNotContain("\n");
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void whatSpringIsToldReachesTheKeys() {
    System.setProperty("oasis.http-port", "17");
    try {
      assertThat(ManagerMain.springs()).containsEntry("OASIS_HTTP_PORT", "17");
    } finally {
      System.clearProperty("oasis.http-port");
    }
    assertThat(ManagerMain.springs()).doesNotContainKey("OASIS_HTTP_PORT");
  }

  private static ManagerConfig config(String... arguments) {
    ManagerComponent component = new ManagerComponent();
    return component.configuration(Settings.of(component, List.of(arguments)));
  }
}
