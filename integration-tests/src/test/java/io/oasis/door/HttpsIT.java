package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.distribution.Oasis;
import io.oasis.distribution.process.Wait;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows HTTPS: who is known by a client certificate, and a certificate renewed while it runs. */
class HttpsIT {
  /** Files that change are seen within seconds; the machine may be busy. */
  private static final Duration RENEWED = Duration.ofMinutes(1);

  @TempDir private Path directory = Path.of("");

  /** In the place of Kafka: nobody hears the operator. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    @Bean
    OperatorDesk.Sender sender() {
      return _ -> false;
    }

    @Bean
    Fleet fleet() {
      return Fleet.ALONE;
    }

    @Bean
    Status status() {
      return () -> new StreamsStatus(true, "deciding", Instant.EPOCH);
    }
  }

  @Test
  void aClientCertificateIsAProofAndOursIsRenewedWithoutARestart() throws Exception {
    Certificates authority = Certificates.in(directory.resolve("authority"));
    authority.issue("server", "CN=localhost");
    authority.issue("alice", "CN=alice,O=Bank");
    authority.issue("mallory", "CN=mallory,O=Bank");
    Certificates other = Certificates.in(directory.resolve("other"));
    other.issue("forged", "CN=alice,O=Bank");
    Path roles = directory.resolve("roles");
    Files.writeString(roles, "# who\nviewer CN=alice, O=Bank\n");

    try (ConfigurableApplicationContext server =
        ManagerMain.start(
            new ManagerComponent()
                .configuration(
                    Map.of(
                        "http-port", "0",
                        "state-dir", directory.toString(),
                        "tls-certificate", authority.certificate("server").toString(),
                        "tls-key", authority.key("server").toString(),
                        "tls-client-ca", authority.certificate().toString(),
                        "certificate-roles", roles.toString())),
            ByHand.class)) {
      URI uri =
          URI.create(
              "https://localhost:"
                  + server.getEnvironment().getProperty("local.server.port")
                  + "/api/v1/domains");
      assertThat(status(uri, authority.context("alice"))).isEqualTo(200);
      assertThat(status(uri, authority.context("mallory"))).as("no role").isEqualTo(401);
      assertThat(status(uri, authority.context())).as("no certificate").isEqualTo(401);
      assertThatThrownBy(() -> status(uri, other.context("forged", authority)))
          .as("another authority's")
          .isInstanceOf(IOException.class);

      assertThat(login(uri, authority)).as("whose certificate is believed").contains("#login=");
      assertThat(login(uri, other)).as("another authority").contains("does not answer");
      isRenewed(uri, authority);
    }
  }

  /** What `oasis login` says. */
  private String login(URI uri, Certificates authority) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    Oasis.commandLine()
        .setOut(out)
        .setErr(out)
        .execute(
            "login",
            "--url",
            uri.resolve("/").toString(),
            "--ca",
            authority.certificate().toString(),
            "--token-file",
            directory.resolve("access/viewer.token").toString());
    return said.toString();
  }

  private static void isRenewed(URI uri, Certificates authority) throws Exception {
    String before = serial(uri, authority);
    authority.issue("server", "CN=localhost");
    assertThat(Wait.until(RENEWED, () -> !serial(uri, authority).equals(before)))
        .as("the new certificate is shown")
        .isTrue();
  }

  private static int status(URI uri, SSLContext context) throws IOException, InterruptedException {
    return send(uri, context).statusCode();
  }

  private static String serial(URI uri, Certificates authority) {
    try {
      return ((X509Certificate)
              send(uri, authority.context()).sslSession().orElseThrow().getPeerCertificates()[0])
          .getSerialNumber()
          .toString();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static HttpResponse<String> send(URI uri, SSLContext context)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
      return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
