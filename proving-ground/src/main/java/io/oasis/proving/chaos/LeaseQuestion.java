package io.oasis.proving.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks the adapter how long its lease still runs, past the broker: by its metrics. */
final class LeaseQuestion implements AutoCloseable {
  private static final String METRIC = "oasis_adapter_lease_seconds ";
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final HttpRequest request;

  /**
   * @param adapter its HTTP server
   */
  LeaseQuestion(String adapter) {
    request = HttpRequest.newBuilder(URI.create(adapter + "/metrics")).timeout(PATIENCE).build();
  }

  /** Zero when there is no lease; empty when nobody answers in time. */
  Optional<Duration> left() {
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      return answer
          .body()
          .lines()
          .filter(line -> line.startsWith(METRIC))
          .findFirst()
          .map(line -> seconds(line.substring(METRIC.length())));
    } catch (IOException e) {
      return Optional.empty(); // it is away, or starting
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Duration seconds(String number) {
    return Duration.ofNanos((long) (Double.parseDouble(number) * 1e9));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
