package io.oasis.configuration;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a component was told: an option wins over the environment, that over the file, that over the
 * default. A variable or line that says nothing counts as not given.
 */
public final class Settings {
  private static final Logger LOG = LoggerFactory.getLogger(Settings.class);

  /** Every component has it. */
  static final Key<Optional<Path>> CONFIG =
      Key.file("config", "YAML file with these keys; options and the environment win over it");

  /**
   * @param origin where it stands; empty for an option
   */
  record Given(String text, String origin) {
    UsageException refusal(String key, String rule) {
      return new UsageException(key, text, rule, origin);
    }
  }

  private final Component<?> component;
  private final SortedMap<String, Given> given;

  Settings(Component<?> component, SortedMap<String, Given> given) {
    this.component = component;
    this.given = given;
  }

  /**
   * @throws UsageException when an argument, a variable or a line of the file is wrong
   */
  public static Settings of(Component<?> component, List<String> arguments) {
    return of(component, new Arguments(component, arguments).values(), System.getenv());
  }

  /** As {@link #of(Component, List)}, of options without their dashes and another environment. */
  public static Settings of(
      Component<?> component, Map<String, String> options, Map<String, String> environment) {
    SortedMap<String, Given> given = new TreeMap<>();
    for (Key<?> key : component.keys()) {
      variable(environment, key).ifPresent(found -> given.put(key.name(), found));
    }
    file(options, environment)
        .ifPresent(
            file ->
                ConfigFile.read(file)
                    .forEach(
                        (key, value) -> {
                          if (!isRetired(component, key, value)) {
                            requireKnown(component, key, value);
                            given.putIfAbsent(key, value);
                          }
                        }));
    options.forEach((key, value) -> given.put(key, new Given(value.strip(), "")));
    given.remove(CONFIG.name());
    given.forEach((key, value) -> requireKnown(component, key, value));
    return new Settings(component, given);
  }

  /** Which file says what neither options nor the environment say. */
  static Optional<Path> file(Map<String, String> options, Map<String, String> environment) {
    return Optional.ofNullable(options.get(CONFIG.name()))
        .or(() -> variable(environment, CONFIG).map(Given::text))
        .map(Path::of);
  }

  /** The names of keys that have another text in others. */
  SortedSet<String> differing(Settings others) {
    SortedSet<String> names = new TreeSet<>(given.keySet());
    names.addAll(others.given.keySet());
    names.removeIf(name -> text(name).equals(others.text(name)));
    return names;
  }

  /** These, with what others say of some keys. */
  Settings with(Settings others, Collection<String> names) {
    SortedMap<String, Given> both = new TreeMap<>(given);
    for (String name : names) {
      both.compute(name, (_, _) -> others.given.get(name));
    }
    return new Settings(component, both);
  }

  private String text(String name) {
    Given said = given.get(name);
    return said != null ? said.text() : component.key(name).map(Key::standard).orElse("");
  }

  /**
   * @throws UsageException that names the key
   */
  public <T> T get(Key<T> key) {
    if (component.key(key.name()).isEmpty()) {
      throw new IllegalStateException(component.name() + " does not list " + key.name());
    }
    return key.parse(given.getOrDefault(key.name(), new Given(key.standard(), "")));
  }

  /** The names that stand between {@code group} and the next dot of a key that was given. */
  public SortedSet<String> names(String group) {
    SortedSet<String> names = new TreeSet<>();
    for (String key : given.keySet()) {
      if (key.startsWith(group + ".")) {
        names.add(key.substring(group.length() + 1, key.indexOf('.', group.length() + 1)));
      }
    }
    return names;
  }

  private static Optional<Given> variable(Map<String, String> environment, Key<?> key) {
    String name = key.variable();
    return Optional.ofNullable(environment.get(name))
        .filter(value -> !value.isBlank())
        .map(value -> new Given(value.strip(), name));
  }

  /** Its file may be of a release that had it: so much is said, and it is read past. */
  private static boolean isRetired(Component<?> component, String key, Given value) {
    boolean isRetired = component.retired().containsKey(key);
    if (isRetired) {
      LOG.warn("{}", value.refusal(key, Arguments.unknown(component, key)).getMessage());
    }
    return isRetired;
  }

  private static void requireKnown(Component<?> component, String key, Given value) {
    if (component.key(key).isEmpty()) {
      throw value.refusal(key, Arguments.unknown(component, key));
    }
  }
}
