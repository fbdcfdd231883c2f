package io.oasis.configuration;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One key of a component's configuration.
 *
 * @param name as written after {@code --} and in a file; words in capitals between dots stand for
 *     names that the operator chooses, as in {@code volume.NAME.size}
 * @param unit of the value, or what kind of thing it is
 * @param range what a value must be, after the words "must be"
 * @param standard the value when none is given; empty when there is none
 * @param meaning what it does
 * @param reading turns stripped text into a value; any {@link IllegalArgumentException} refuses it
 * @param reloads whether a running service takes another value from its file
 */
public record Key<T>(
    String name,
    String unit,
    String range,
    String standard,
    String meaning,
    Function<String, T> reading,
    boolean reloads) {
  private static final Pattern CHOSEN_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z]+");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([KMGT]?)");
  private static final String POWERS = "KMGT";

  /** One that is read at the start and never again. */
  public Key(
      String name,
      String unit,
      String range,
      String standard,
      String meaning,
      Function<String, T> reading) {
    this(name, unit, range, standard, meaning, reading, false);
  }

  /** Any text, none included. */
  public static Key<String> text(String name, String unit, String standard, String meaning) {
    return new Key<>(name, unit, "a " + unit, standard, meaning, text -> text);
  }

  public static Key<Boolean> flag(String name, boolean standard, String meaning) {
    return new Key<>(
        name,
        "boolean",
        "true or false",
        Boolean.toString(standard),
        meaning,
        text ->
            switch (text) {
              case "true", "yes" -> true;
              case "false", "no" -> false;
              default -> throw new IllegalArgumentException(text);
            });
  }

  /** A whole number that counts or names something, such as a port. */
  public static Key<Integer> whole(String name, int least, int most, int standard, String meaning) {
    return new Key<>(
        name,
        "number",
        least + " to " + most,
        Integer.toString(standard),
        meaning,
        text -> (int) within(Long.parseLong(text), least, most));
  }

  /** A time in milliseconds. */
  public static Key<Duration> millis(
      String name, int least, int most, int standard, String meaning) {
    return new Key<>(
        name,
        "ms",
        least + " to " + most + " ms",
        Integer.toString(standard),
        meaning,
        text -> Duration.ofMillis(within(Long.parseLong(text), least, most)));
  }

  /** A finite number without upper bound. */
  public static Key<Double> number(
      String name, String unit, double least, double standard, String meaning) {
    return new Key<>(
        name,
        unit,
        plain(least) + " or more",
        plain(standard),
        meaning,
        text -> {
          double number = Double.parseDouble(text);
          if (!(number >= least && number <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(text);
          }
          return number;
        });
  }

  /** A size in bytes; K, M, G and T stand for powers of 1024. */
  public static Key<Long> bytes(
      String name, long least, long most, String standard, String meaning) {
    String bounds =
        most == Long.MAX_VALUE ? "" : ", " + shownSize(least) + " to " + shownSize(most);
    return new Key<>(
        name,
        "bytes",
        "a size like 4096, 64K, 100M or 2G" + bounds,
        standard,
        meaning,
        text -> within(size(text), least, most));
  }

  /** One of some values by their names in lower case, '-' for '_'. */
  public static <E extends Enum<E>> Key<E> oneOf(
      String name, List<E> values, E standard, String meaning) {
    return new Key<>(
        name,
        "name",
        values.stream().map(Key::shown).collect(Collectors.joining(", ")),
        shown(standard),
        meaning,
        text ->
            values.stream()
                .filter(value -> shown(value).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /** A file or directory that may be left out. */
  public static Key<Optional<Path>> file(String name, String meaning) {
    return new Key<>(
        name,
        "path",
        "a path",
        "",
        meaning,
        text -> text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text)));
  }

  /** A file or directory. */
  public static Key<Path> path(String name, String standard, String meaning) {
    return new Key<>(name, "path", "a path", standard, meaning, text -> Path.of(presence(text)));
  }

  /** The text, which must not be empty. */
  public static String presence(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("empty");
    }
    return text;
  }

  /**
   * @throws UsageException that says what would be right
   */
  public T parse(String text) {
    return parse(new Settings.Given(text, ""));
  }

  /** The value when none is given. */
  public T standardValue() {
    return parse(standard);
  }

  T parse(Settings.Given given) {
    try {
      return reading.apply(given.text());
    } catch (IllegalArgumentException e) {
      throw given.refusal(name, "must be " + range);
    }
  }

  /** The same with names in place of its words in capitals, from left to right. */
  public Key<T> at(String... names) {
    Iterator<String> left = List.of(names).iterator();
    String concrete =
        Arrays.stream(name.split("\\."))
            .map(word -> isPlaceholder(word) ? left.next() : word)
            .collect(Collectors.joining("."));
    return called(concrete);
  }

  /** The same by the name that was given, with the operator's words in it. */
  Key<T> called(String given) {
    return new Key<>(given, unit, range, standard, meaning, reading, reloads);
  }

  /** The same in another unit. */
  public Key<T> in(String other) {
    return new Key<>(name, other, range + " " + other, standard, meaning, reading, reloads);
  }

  /** The same with another default. */
  public Key<T> or(String other) {
    return new Key<>(name, unit, range, other, meaning, reading, reloads);
  }

  /** The same, of which a running service takes another value from its file. */
  public Key<T> reloading() {
    return new Key<>(name, unit, range, standard, meaning, reading, true);
  }

  /** Whether a key that was given is this one, or this one with names. */
  boolean covers(String given) {
    String[] words = name.split("\\.");
    String[] others = given.split("\\.", -1);
    return words.length == others.length
        && IntStream.range(0, words.length)
            .allMatch(
                i ->
                    isPlaceholder(words[i])
                        ? CHOSEN_NAME.matcher(others[i]).matches()
                        : words[i].equals(others[i]));
  }

  /** The environment's variable. */
  public String variable() {
    return "OASIS_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static boolean isPlaceholder(String word) {
    return PLACEHOLDER.matcher(word).matches();
  }

  private static long within(long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(Long.toString(value));
    }
    return value;
  }

  private static long size(String text) {
    Matcher parts = SIZE.matcher(text.toUpperCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    long unit = parts.group(2).isEmpty() ? 1 : 1024L << (10 * POWERS.indexOf(parts.group(2)));
    return within(Long.parseLong(parts.group(1)), 0, Long.MAX_VALUE / unit) * unit;
  }

  private static String shownSize(long bytes) {
    int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, POWERS.length());
    return bytes == 0 || power == 0
        ? Long.toString(bytes)
        : (bytes >> (10 * power)) + POWERS.substring(power - 1, power);
  }

  private static String shown(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
