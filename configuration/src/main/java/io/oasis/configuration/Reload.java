package io.oasis.configuration;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a running service's configuration again.
 *
 * <p>Law: all of it is checked first, and a wrong one changes nothing. What wins over the file wins
 * still. Of what the file says otherwise than before, keys that {@link Key#reloads} come into
 * force; the others are named, each time, until the service was started anew.
 */
public final class Reload<C> {
  private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

  private final Component<C> component;
  private final Map<String, String> options;
  private final Map<String, String> environment;
  private final Optional<Path> file;
  private Settings running;
  private @Nullable Consumer<C> taker;
  private boolean asked;

  /**
   * @param running what these options, without their dashes, and this environment said at the start
   */
  Reload(
      Component<C> component,
      Map<String, String> options,
      Map<String, String> environment,
      Settings running) {
    this.component = component;
    this.options = Map.copyOf(options);
    this.environment = Map.copyOf(environment);
    this.running = running;
    this.file = Settings.file(options, environment);
    use();
  }

  /**
   * At SIGHUP, from now on. To be called when whatever sets logging up otherwise has done so.
   *
   * @param service takes from a configuration what it can change while it runs
   */
  public synchronized void atHangUp(Consumer<C> service) {
    use();
    taker = service;
    if (asked) {
      again(service);
    }
  }

  /**
   * From now on SIGHUP ends nothing; what comes before the service is up waits for it. Where there
   * is no file it ends the service, as when a terminal is closed.
   */
  void listen() {
    file.ifPresent(_ -> HangUp.then(this::hungUp));
  }

  private synchronized void hungUp() {
    if (taker != null) {
      again(taker);
    } else {
      asked = true;
    }
  }

  synchronized void again(Consumer<C> service) {
    try {
      Settings fresh = Settings.of(component, options, environment);
      component.configuration(fresh);
      SortedSet<String> changed = new TreeSet<>();
      SortedSet<String> later = new TreeSet<>();
      for (String name : running.differing(fresh)) {
        (component.key(name).orElseThrow().reloads() ? changed : later).add(name);
      }
      Settings next = running.with(fresh, changed);
      service.accept(component.configuration(next));
      running = next;
      use();
      tell(file.orElseThrow(), changed, later);
    } catch (UsageException e) {
      LOG.error("nothing is changed: {}", e.getMessage());
    }
  }

  private static void tell(Path file, SortedSet<String> changed, SortedSet<String> later) {
    LOG.info(
        "{} was read again; in force now: {}",
        file,
        changed.isEmpty() ? "nothing else than before" : String.join(", ", changed));
    if (!later.isEmpty()) {
      LOG.warn("needs a restart: {}", String.join(", ", later));
    }
  }

  private void use() {
    Logging.use(component, running);
  }
}
