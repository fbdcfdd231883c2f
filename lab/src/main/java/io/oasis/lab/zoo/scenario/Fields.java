package io.oasis.lab.zoo.scenario;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * The fields of one JSON object, taken one by one; {@link #end} refuses what nobody asked for.
 * Whatever is wrong is a {@link ScenarioException} that names the field.
 */
final class Fields {
  private final JsonNode object;
  private final String path;
  private final Set<String> known = new LinkedHashSet<>();

  private Fields(JsonNode object, String path) {
    this.object = object;
    this.path = path;
    if (!object.isObject()) {
      throw new ScenarioException(
          (path.isEmpty() ? "the file" : path) + " = " + shown(object) + ": must be an object");
    }
  }

  /** Reads an object whole. */
  static <T> T read(JsonNode object, String path, Function<Fields, T> reading) {
    Fields fields = new Fields(object, path);
    T read = reading.apply(fields);
    fields.end();
    return read;
  }

  private void end() {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (!known.contains(field.getKey())) {
        throw new ScenarioException(
            at(field.getKey()) + ": there is no such field; there are " + String.join(", ", known));
      }
    }
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }

  ScenarioException wrong(String name, Object value, String right) {
    return new ScenarioException(at(name) + " = " + value + ": must be " + right);
  }

  private Optional<JsonNode> value(String name) {
    known.add(name);
    JsonNode value = object.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  Optional<String> text(String name) {
    return value(name)
        .map(
            value -> {
              if (!value.isString() || value.asString().isBlank()) {
                throw wrong(name, shown(value), "a text that is not empty");
              }
              return value.asString();
            });
  }

  boolean truth(String name, boolean otherwise) {
    return value(name)
        .map(
            value -> {
              if (!value.isBoolean()) {
                throw wrong(name, shown(value), "true or false");
              }
              return value.asBoolean();
            })
        .orElse(otherwise);
  }

  double number(String name, double least, double most, double otherwise) {
    return value(name).map(value -> number(name, value, least, most)).orElse(otherwise);
  }

  double number(String name, double least, double most) {
    return number(name, required(name), least, most);
  }

  /** Refuses an object without this field; names fields that may have been meant. */
  void require(String name) {
    required(name);
  }

  private JsonNode required(String name) {
    return value(name)
        .orElseThrow(
            () -> {
              List<String> others =
                  object.propertyNames().stream().filter(field -> !known.contains(field)).toList();
              return new ScenarioException(
                  at(name)
                      + ": is missing"
                      + (others.isEmpty() ? "" : "; there is " + String.join(", ", others)));
            });
  }

  private double number(String name, JsonNode value, double least, double most) {
    if (!value.isNumber() || !(value.asDouble() >= least && value.asDouble() <= most)) {
      throw wrong(name, shown(value), "a number between " + plain(least) + " and " + plain(most));
    }
    return value.asDouble();
  }

  private static String plain(double number) {
    return number == StrictMath.rint(number) && StrictMath.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  int whole(String name, int least, int most, int otherwise) {
    double number = number(name, least, most, otherwise);
    if (number != StrictMath.rint(number)) {
      throw wrong(name, number, "a whole number");
    }
    return (int) number;
  }

  int whole(String name, int least, int most) {
    required(name);
    return whole(name, least, most, least);
  }

  <E> E oneOf(String name, List<E> all, Function<E, String> label, E otherwise) {
    return text(name).map(text -> oneOf(name, text, all, label)).orElse(otherwise);
  }

  private <E> E oneOf(String name, String text, List<E> all, Function<E, String> label) {
    return all.stream()
        .filter(one -> label.apply(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(name, text, "one of " + String.join(", ", all.stream().map(label).toList())));
  }

  <E> List<E> someOf(String name, List<E> all, Function<E, String> label) {
    return elements(name, (value, place) -> oneOf(place, value.asString(), all, label));
  }

  List<Long> wholes(String name) {
    return elements(
        name,
        (value, place) -> {
          if (!value.isIntegralNumber() || value.asLong() < 0) {
            throw wrong(place, shown(value), "a whole number from 0 on");
          }
          return value.asLong();
        });
  }

  <T> Optional<T> object(String name, Function<Fields, T> reading) {
    return value(name).map(value -> read(value, at(name), reading));
  }

  <T> List<T> objects(String name, Function<Fields, T> reading) {
    return elements(name, (value, place) -> read(value, at(place), reading));
  }

  /** An object of numbers with names of the writer's choice. */
  Map<String, Double> numbers(String name, double least, double most) {
    return object(
            name,
            fields -> {
              Map<String, Double> numbers = new java.util.TreeMap<>();
              for (String key : fields.object.propertyNames()) {
                numbers.put(key, fields.number(key, least, most));
              }
              return numbers;
            })
        .orElse(Map.of());
  }

  private interface Element<T> {
    T read(JsonNode value, String place);
  }

  private <T> List<T> elements(String name, Element<T> element) {
    JsonNode array = value(name).orElse(null);
    if (array == null) {
      return List.of();
    }
    if (!array.isArray()) {
      throw wrong(name, shown(array), "a list");
    }
    List<T> read = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      read.add(element.read(array.get(i), name + "[" + i + "]"));
    }
    return read;
  }
}
