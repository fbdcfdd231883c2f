package io.oasis.brick;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The keys of a configuration, read one by one; what nobody asked for is unknown in the end. */
final class Keys {
  private static final String NAME = "[A-Za-z0-9_-]{1,64}";

  private final Map<String, String> values;
  private final Set<String> asked = new HashSet<>();

  Keys(Map<String, String> values) {
    this.values = new TreeMap<>(values);
  }

  /** The value; {@code standard} when the key is not there. */
  String text(String key, String standard) {
    asked.add(key);
    return values.getOrDefault(key, standard).strip();
  }

  String required(String key) {
    String value = text(key, "");
    if (value.isEmpty()) {
      throw new ConfigException(key, "", "must be given");
    }
    return value;
  }

  List<String> list(String key, String standard) {
    return Arrays.stream(text(key, standard).split(","))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  boolean flag(String key, boolean standard) {
    String value = text(key, Boolean.toString(standard));
    return switch (value) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> throw new ConfigException(key, value, "must be true or false");
    };
  }

  double number(String key, double standard, double least) {
    String value = text(key, Double.toString(standard));
    try {
      double number = Double.parseDouble(value);
      if (number >= least && Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same words as a number out of range.
    }
    throw new ConfigException(key, value, "must be a number of at least " + least);
  }

  long integer(String key, long standard, long least, long most) {
    String value = text(key, Long.toString(standard));
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same words as a number out of range.
    }
    throw new ConfigException(
        key, value, "must be a whole number between " + least + " and " + most);
  }

  /** A size in bytes; K, M, G and T stand for powers of 1024. */
  long bytes(String key, String standard) {
    String value = text(key, standard).toUpperCase(Locale.ROOT);
    if (value.matches("[0-9]{1,15}[KMGT]?")) {
      int shift = 10 * ("KMGT".indexOf(value.charAt(value.length() - 1)) + 1);
      long number = Long.parseLong(value.replaceAll("[KMGT]", ""));
      if (number <= Long.MAX_VALUE >>> shift) {
        return number << shift;
      }
    }
    throw new ConfigException(key, value, "must be a size like 4096, 64K, 100M or 2G");
  }

  /** The names that stand between {@code group} and the next dot, in alphabetical order. */
  SortedSet<String> namesOf(String group) {
    SortedSet<String> names = new TreeSet<>();
    for (String key : values.keySet()) {
      if (key.startsWith(group + ".")) {
        int end = key.indexOf('.', group.length() + 1);
        String name = key.substring(group.length() + 1, end < 0 ? key.length() : end);
        if (end < 0 || !name.matches(NAME)) {
          throw new ConfigException(
              key, values.get(key), "must be " + group + ".NAME.KEY, the name " + NAME);
        }
        names.add(name);
      }
    }
    return names;
  }

  /** Refuses keys that nobody asked for. */
  void end() {
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (!asked.contains(entry.getKey())) {
        String prefix = entry.getKey().substring(0, entry.getKey().lastIndexOf('.') + 1);
        String known =
            asked.stream()
                .filter(key -> key.startsWith(prefix))
                .sorted()
                .collect(Collectors.joining(", "));
        throw new ConfigException(
            entry.getKey(), entry.getValue(), "is not a known key; known here are " + known);
      }
    }
  }
}
