package io.oasis.configuration;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A part of Oasis that is configured and started by itself. Implementations are found by {@link
 * java.util.ServiceLoader}.
 *
 * @param <C> the record that holds its configuration
 */
public interface Component<C> {
  /** As in {@code oasis NAME}. */
  String name();

  /** One sentence for its help. */
  String purpose();

  /** Every key, in the order in which they are shown. */
  List<Key<?>> keys();

  /** The key of this name, if there is one; it may stand for names that an operator chose. */
  default Optional<Key<?>> key(String name) {
    return keys().stream().<Key<?>>map(key -> key).filter(key -> key.covers(name)).findFirst();
  }

  /**
   * Keys of earlier releases, each with the reason why it is none any more. A file that still has
   * one is read all the same, and the log says so.
   */
  default Map<String, String> retired() {
    return Map.of();
  }

  /**
   * Reads and checks everything that can be wrong without looking at the machine.
   *
   * @throws UsageException that names the key
   */
  C configuration(Settings settings);

  /** The configuration of these options, without their dashes, whatever the environment. */
  default C configuration(Map<String, String> options) {
    return configuration(Settings.of(this, options, Map.of()));
  }
}
