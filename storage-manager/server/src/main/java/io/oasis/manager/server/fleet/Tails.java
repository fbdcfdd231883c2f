package io.oasis.manager.server.fleet;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;

/**
 * Follows what all other managers push, for one listener, until it is closed: who comes later, and
 * who comes back, is followed too.
 */
public final class Tails implements Closeable {
  /** How soon a manager that comes, or comes back, is followed. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int OK = 200;
  private static final String EVENT = "event: ";
  private static final Logger LOG = LoggerFactory.getLogger(Tails.class);

  private final Fleet fleet;
  private final Peers peers;
  private final @Nullable Authentication caller;
  private final String target;
  private final BiConsumer<String, String> events;
  private final Map<String, Thread> followed = new ConcurrentHashMap<>();
  private final Thread keeper = Thread.ofVirtual().name("oasis-tails").unstarted(this::keep);
  private volatile boolean closed;

  private Tails(
      Fleet fleet,
      Peers peers,
      @Nullable Authentication caller,
      String target,
      BiConsumer<String, String> events) {
    this.fleet = fleet;
    this.peers = peers;
    this.caller = caller;
    this.target = target;
    this.events = events;
  }

  /**
   * @param events takes each event's name, and its whole text with the empty line at its end; on
   *     several threads
   */
  public static Tails follow(
      Fleet fleet,
      Peers peers,
      @Nullable Authentication caller,
      String target,
      BiConsumer<String, String> events) {
    Tails tails = new Tails(fleet, peers, caller, target, events);
    tails.keeper.start();
    return tails;
  }

  @Override
  public void close() {
    closed = true;
    keeper.interrupt();
    followed.values().forEach(Thread::interrupt);
  }

  private void keep() {
    try {
      while (!closed) {
        for (String manager : fleet.others()) {
          followed.computeIfAbsent(
              manager, one -> Thread.ofVirtual().name("oasis-tail").start(() -> tail(one)));
        }
        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      followed.values().forEach(Thread::interrupt);
    }
  }

  private void tail(String manager) {
    try (Watched answer = peers.get(manager, caller, target, PATIENCE)) {
      if (answer.status() == OK) {
        read(new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8)));
      }
    } catch (IOException | Absent e) {
      LOG.debug("{} is not followed: {}", manager, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      followed.remove(manager);
    }
  }

  private void read(BufferedReader lines) throws IOException {
    String name = "";
    StringBuilder text = new StringBuilder();
    for (String line; !closed && (line = lines.readLine()) != null; ) {
      text.append(line).append('\n');
      if (line.startsWith(EVENT)) {
        name = line.substring(EVENT.length());
      } else if (line.isEmpty()) {
        events.accept(name, text.toString());
        text.setLength(0);
      }
    }
  }
}
