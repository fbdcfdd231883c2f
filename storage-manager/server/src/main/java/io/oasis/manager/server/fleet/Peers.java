package io.oasis.manager.server.fleet;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.manager.server.access.Passes;
import io.oasis.manager.server.access.TlsConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;

/** Asks other managers in the name of who asked this one. Thread-safe. */
public final class Peers implements AutoCloseable {
  /** To a machine that is there it takes a millisecond. */
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private static final int UNAUTHORIZED = 401;

  private final Passes passes;
  private final String scheme;
  private final HttpClient client;
  private final Counter answered;
  private final Counter absent;

  /**
   * @param tls whether managers speak HTTPS, and by what name
   * @param believed whose certificates of managers are believed; absent: those that Java believes
   */
  public Peers(Passes passes, TlsConfig tls, Optional<SSLContext> believed, MeterRegistry meters) {
    this.passes = passes;
    this.scheme = tls.isOn() ? "https" : "http";
    HttpClient.Builder building =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CONNECT);
    believed.ifPresent(building::sslContext);
    tls.peerName().map(Peers::called).ifPresent(building::sslParameters);
    this.client = building.build();
    this.answered = counter(meters, "answered");
    this.absent = counter(meters, "absent");
  }

  /**
   * Java asks a numeric address for this name (a host's name is asked for itself), and believes a
   * certificate of either.
   */
  private static SSLParameters called(String name) {
    SSLParameters parameters = new SSLParameters();
    parameters.setServerNames(List.of(new SNIHostName(name)));
    return parameters;
  }

  private static Counter counter(MeterRegistry meters, String outcome) {
    return Counter.builder("oasis.manager.calls.sent.on")
        .description("calls sent on to the manager that decides, by what came of them")
        .tag("outcome", outcome)
        .register(meters);
  }

  /** To read. */
  Watched get(String manager, @Nullable Authentication caller, String target, Duration atMost)
      throws InterruptedException {
    return send(manager, caller, "GET", target, Map.of(), BodyPublishers.noBody(), atMost);
  }

  /**
   * Sends a call on.
   *
   * @param target as it came, with its query
   * @param headers to send with it
   * @param atMost to wait for the answer to begin
   * @throws Absent when it does not answer, or does not believe us
   */
  public Watched send(
      String manager,
      @Nullable Authentication caller,
      String method,
      String target,
      Map<String, String> headers,
      BodyPublisher body,
      Duration atMost)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scheme + "://" + manager + target))
            .method(method, body)
            .timeout(atMost)
            .header(HttpHeaders.AUTHORIZATION, pass(manager, caller, method, target));
    headers.forEach(request::header);
    try {
      var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      if (answer.statusCode() == UNAUTHORIZED) {
        answer.body().close();
        throw absent(
            manager,
            "does not believe us; managers need the same --host-secret or --signing-key, clocks"
                + " that agree, and each an --advertised-address of its own");
      }
      answered.increment();
      return new Watched(answer);
    } catch (IOException e) {
      String said = e.getMessage() == null ? "" : ": " + e.getMessage();
      throw absent(
          manager,
          "does not answer (%s%s); what it decides for is taken over if it is gone"
              .formatted(e.getClass().getSimpleName(), said));
    }
  }

  private String pass(
      String manager, @Nullable Authentication caller, String method, String target) {
    return passes
        .of(caller, manager, method, target)
        .orElseThrow(
            () ->
                absent(
                    manager,
                    "is to be asked for you; for that managers need the same --host-secret"
                        + " or --signing-key"));
  }

  private Absent absent(String manager, String why) {
    absent.increment();
    return Absent.of(manager, why);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
