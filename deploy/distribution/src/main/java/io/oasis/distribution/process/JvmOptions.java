package io.oasis.distribution.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a kind of process is started, as its file in {@code jvm} says: options, then the main class.
 * The launcher reads the same files.
 *
 * @param options of the JVM
 * @param main the main class, and perhaps its first arguments
 */
public record JvmOptions(List<String> options, List<String> main) {
  private static final List<String> COMMON = words("common.options");

  public JvmOptions {
    options = List.copyOf(options);
    main = List.copyOf(main);
  }

  /** What every JVM gets, before the options of its own file. */
  public static List<String> common() {
    return COMMON;
  }

  /** Of {@code agent}, {@code adapter}, {@code manager}, {@code broker}, {@code brick}. */
  public static JvmOptions of(String kind) {
    List<String> words = words(kind + ".jvm");
    int options = (int) words.stream().takeWhile(word -> word.startsWith("-")).count();
    return new JvmOptions(
        Stream.concat(COMMON.stream(), words.stream().limit(options)).toList(),
        words.subList(options, words.size()));
  }

  public String mainClass() {
    return main.getFirst();
  }

  private static List<String> words(String name) {
    try (InputStream file = JvmOptions.class.getResourceAsStream("/jvm/" + name)) {
      if (file == null) {
        throw new IllegalArgumentException("there is no jvm/" + name);
      }
      return new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .flatMap(line -> Arrays.stream(line.split(" ")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
