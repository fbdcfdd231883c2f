package io.oasis.containers;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What becomes of the limits, recorded while something is lost: the kernel's, looked at fifty times
 * a second, and what the adapter itself says of its lease and counts of places that it let go,
 * asked four times a second past the broker. Thread-safe.
 */
public final class LimitRecord implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration ASK = Duration.ofMillis(250);

  private final ClusterSite site;
  private final String domain;
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpRequest question;
  private final List<Thread> threads = new ArrayList<>();
  private OptionalLong freeSince = OptionalLong.empty();
  private Answer newest = new Answer(0, 0, 0);
  private double leastLeft = Double.POSITIVE_INFINITY;
  private long leaseEnd;
  private String decision = "";
  private long decidedAt = System.nanoTime();
  private long longestNanos;

  /**
   * What the adapter said.
   *
   * @param asked nanoseconds
   * @param left seconds of the lease
   * @param releases places handed to the kernel to be let go, since it started
   */
  public record Answer(long asked, double left, double releases) {}

  public LimitRecord(ClusterSite site, String domain) {
    this.site = site;
    this.domain = domain;
    this.question =
        HttpRequest.newBuilder(URI.create(site.adapterUrl() + "/metrics"))
            .timeout(Duration.ofSeconds(2))
            .build();
    threads.add(Thread.ofPlatform().daemon().name("limits").start(this::look));
    threads.add(Thread.ofPlatform().daemon().name("control").start(this::control));
    threads.add(Thread.ofPlatform().daemon().name("lease").start(this::ask));
  }

  /** Forgets what was. */
  public synchronized void begin() {
    freeSince = OptionalLong.empty();
    leastLeft = Double.POSITIVE_INFINITY;
    leaseEnd = 0;
    longestNanos = 0;
  }

  /** The longest time in which no manager decided, in seconds. */
  synchronized double longestWithoutControl() {
    return Math.max(longestNanos, System.nanoTime() - decidedAt) / 1e9;
  }

  /** When an application was first seen without a limit since it began; nanoseconds. */
  public synchronized OptionalLong freeSince() {
    return freeSince;
  }

  /** The shortest that the lease had still to run, in seconds. */
  synchronized double leastLeft() {
    return leastLeft;
  }

  /** When the last lease ends, at the earliest; nanoseconds. */
  public synchronized long leaseEnd() {
    return leaseEnd;
  }

  public synchronized Answer newest() {
    return newest;
  }

  private void look() {
    do {
      boolean free = !site.isLimited();
      long now = System.nanoTime();
      synchronized (this) {
        if (free && freeSince.isEmpty()) {
          freeSince = OptionalLong.of(now);
        }
      }
    } while (Wait.pause(LOOK));
  }

  private void control() {
    do {
      site.decided(domain).ifPresent(this::decided);
    } while (Wait.pause(ASK));
  }

  private synchronized void decided(String at) {
    if (!at.equals(decision)) {
      long now = System.nanoTime();
      longestNanos = Math.max(longestNanos, now - decidedAt);
      decidedAt = now;
      decision = at;
    }
  }

  private void ask() {
    do {
      long asked = System.nanoTime();
      answer().ifPresent(text -> heard(asked, text));
    } while (Wait.pause(ASK));
  }

  private Optional<String> answer() {
    try {
      return Optional.of(http.send(question, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private synchronized void heard(long asked, String text) {
    newest =
        new Answer(
            asked,
            number(text, "oasis_adapter_lease_seconds"),
            number(text, "oasis_adapter_releases_total"));
    leastLeft = Math.min(leastLeft, newest.left());
    if (newest.left() > 0) {
      leaseEnd = Math.max(leaseEnd, asked + (long) (newest.left() * 1e9));
    }
  }

  private static double number(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    http.shutdownNow();
  }
}
