package io.oasis.messaging;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The options of a service: {@code --key value} or {@code --key=value}, and {@code --config FILE}
 * with the same keys as Java properties. The command line wins over the file, the file over the
 * standard values. An unknown key, a key without value, a key given twice and a value out of range
 * are a {@link UsageException} that names the key.
 */
public final class Options {
  /** The key that names a configuration file; every service has it. */
  public static final String CONFIG = "config";

  private final Map<String, String> values;
  private final boolean helpWanted;

  private Options(Map<String, String> values, boolean helpWanted) {
    this.values = values;
    this.helpWanted = helpWanted;
  }

  /**
   * @throws UsageException when an argument or a line of the file is wrong
   */
  public static Options parse(List<String> arguments, Collection<Option> known) {
    Map<String, String> standard = new TreeMap<>();
    known.forEach(option -> standard.put(option.key(), option.standard()));
    Map<String, String> given = new HashMap<>();
    boolean help = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--help") || argument.equals("-h")) {
        help = true;
        continue;
      }
      if (!argument.startsWith("--") || argument.length() == 2) {
        throw new UsageException("argument", argument, "options are written --key value");
      }
      int equals = argument.indexOf('=');
      String key = argument.substring(2, equals < 0 ? argument.length() : equals);
      requireKnown(key, standard);
      String value;
      if (equals >= 0) {
        value = argument.substring(equals + 1);
      } else if (++i < arguments.size()) {
        value = arguments.get(i);
      } else {
        throw new UsageException(key, "", "a value must follow");
      }
      if (given.put(key, value.strip()) != null) {
        throw new UsageException(key, value, "is given twice");
      }
    }
    Map<String, String> merged = new TreeMap<>(standard);
    String file = given.remove(CONFIG);
    if (file != null) {
      merged.putAll(read(Path.of(file), standard));
    }
    merged.putAll(given);
    return new Options(merged, help);
  }

  /** One line per key, for {@code --help}. */
  public static String help(String command, String purpose, Collection<Option> known) {
    StringBuilder text = new StringBuilder(purpose).append("\n\nusage: ").append(command);
    text.append(" [--config FILE] [--key value]...\n\n");
    for (Option option : known) {
      text.append(String.format(Locale.ROOT, "  --%-18s %s", option.key(), option.meaning()));
      text.append(option.standard().isEmpty() ? "" : " [" + option.standard() + "]").append('\n');
    }
    return text.toString();
  }

  public boolean helpWanted() {
    return helpWanted;
  }

  /** The value as given; empty when there is neither a given nor a standard one. */
  public String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no option is declared with the key " + key);
    }
    return value;
  }

  /** The value, which must not be empty. */
  public String required(String key) {
    String value = text(key);
    if (value.isEmpty()) {
      throw new UsageException(key, "", "must be given");
    }
    return value;
  }

  public long integer(String key, long least, long most) {
    String value = required(key);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same words as a number out of range.
    }
    throw new UsageException(
        key, value, "must be a whole number between " + least + " and " + most);
  }

  public boolean flag(String key) {
    String value = required(key);
    return switch (value) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> throw new UsageException(key, value, "must be true or false");
    };
  }

  private static Map<String, String> read(Path file, Map<String, String> known) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UsageException(CONFIG, file.toString(), "cannot be read: " + reasonOf(e));
    } catch (IllegalArgumentException e) {
      throw new UsageException(CONFIG, file.toString(), "is not a properties file: " + e);
    }
    Map<String, String> values = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      if (key.equals(CONFIG)) {
        throw new UsageException(key, file.toString(), "a file cannot name another file");
      }
      requireKnown(key, known);
      values.put(key, properties.getProperty(key).strip());
    }
    return values;
  }

  private static void requireKnown(String key, Map<String, String> known) {
    if (!known.containsKey(key) && !key.equals(CONFIG)) {
      throw new UsageException(
          key, "", "is not a known option; known are " + String.join(", ", known.keySet()));
    }
  }

  private static String reasonOf(IOException e) {
    return switch (e) {
      case java.nio.file.NoSuchFileException _ -> "there is no such file";
      case java.nio.file.AccessDeniedException _ -> "permission denied";
      default -> e.toString();
    };
  }
}
