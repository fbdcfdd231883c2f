package io.oasis.distribution.word;

import io.oasis.configuration.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** A value and where it stands, as in {@code domains.d.rails[0].weight}. */
record Place(String path, JsonNode node) {
  /**
   * @throws WrongException when it is no object or has another key; the nearest one is named
   */
  void only(List<String> keys) {
    if (!node.isObject()) {
      throw new WrongException(path, shown(), "must have lines of KEY: VALUE");
    }
    for (String key : node.propertyNames()) {
      if (!keys.contains(key)) {
        throw new WrongException(
            below(key),
            "",
            "is not a key here, these are: "
                + String.join(", ", keys)
                + Nearest.of(key, keys).map(near -> "; nearest is " + near).orElse(""));
      }
    }
  }

  /** What stands below a key; empty when nothing does. */
  Optional<Place> at(String key) {
    return Optional.ofNullable(node.get(key))
        .filter(value -> !value.isNull())
        .map(value -> new Place(below(key), value));
  }

  Place needed(String key) {
    return at(key).orElseThrow(() -> new WrongException(below(key), "", "must be given"));
  }

  String text() {
    if (!node.isString()) {
      throw new WrongException(path, shown(), "must be a text; write it between quotes");
    }
    return node.asString();
  }

  double number() {
    if (!node.isNumber() || !Double.isFinite(node.asDouble())) {
      throw new WrongException(path, shown(), "must be a number");
    }
    return node.asDouble();
  }

  double positive() {
    double number = number();
    if (!(number > 0)) {
      throw new WrongException(path, shown(), "must be a number above 0");
    }
    return number;
  }

  boolean flag() {
    if (!node.isBoolean()) {
      throw new WrongException(path, shown(), "must be true or false");
    }
    return node.asBoolean();
  }

  <E extends Enum<E>> E oneOf(Class<E> type) {
    List<String> names = Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
    return Enum.valueOf(type, oneOf(names));
  }

  String oneOf(List<String> names) {
    String word = shown();
    if (!names.contains(word)) {
      throw new WrongException(
          path,
          word,
          "must be one of "
              + String.join(", ", names)
              + Nearest.of(word, names).map(near -> "; nearest is " + near).orElse(""));
    }
    return word;
  }

  <T> List<T> each(Function<Place, T> read) {
    if (!node.isArray()) {
      throw new WrongException(path, shown(), "must be a list");
    }
    List<T> all = new ArrayList<>();
    for (JsonNode item : node) {
      all.add(read.apply(new Place(path + '[' + all.size() + ']', item)));
    }
    return List.copyOf(all);
  }

  /** What is made of what stands here; why it cannot be is told with the place. */
  <T> T made(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new WrongException(path, "", String.valueOf(e.getMessage()));
    }
  }

  String below(String key) {
    return path.isEmpty() ? key : path + '.' + key;
  }

  private String shown() {
    return node.isString() ? node.asString() : node.toString();
  }
}
