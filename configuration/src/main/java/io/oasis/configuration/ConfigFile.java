package io.oasis.configuration;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file as keys with their texts and lines. {@code a: {b: 1}} is the key {@code a.b}; a list
 * is its items with commas between; a key with nothing after it is not given. Only nodes are read:
 * no type of the file's choice is ever made.
 */
final class ConfigFile {
  /** More than any key has words. */
  private static final int MOST_LEVELS = 10;

  private final Path file;
  private final Map<String, Settings.Given> values = new TreeMap<>();

  private ConfigFile(Path file) {
    this.file = file;
  }

  /**
   * @throws UsageException when it cannot be read or is no mapping
   */
  static Map<String, Settings.Given> read(Path path) {
    ConfigFile file = new ConfigFile(path);
    Node root = file.root();
    if (root instanceof MappingNode mapping) {
      file.flatten("", mapping, MOST_LEVELS);
    } else if (root != null) {
      throw file.wrong(path.toString(), root, "must be lines of KEY: VALUE");
    }
    return file.values;
  }

  private @Nullable Node root() {
    LoaderOptions limits = new LoaderOptions();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return new Composer(new ParserImpl(new StreamReader(reader), limits), new Resolver(), limits)
          .getSingleNode();
    } catch (MarkedYAMLException e) {
      String line = e.getProblemMark() == null ? "" : ":" + (e.getProblemMark().getLine() + 1);
      throw unreadable(line, "is not YAML: " + e.getProblem());
    } catch (YAMLException e) {
      throw unreadable("", "is not YAML: " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw unreadable("", "there is no such file");
    } catch (AccessDeniedException e) {
      throw unreadable("", "permission denied");
    } catch (IOException e) {
      throw unreadable("", "cannot be read: " + e);
    }
  }

  private void flatten(String prefix, MappingNode mapping, int levels) {
    for (NodeTuple each : mapping.getValue()) {
      String key = prefix + text(prefix, each.getKeyNode());
      Node value = each.getValueNode();
      if (value instanceof MappingNode inner) {
        if (levels == 0) {
          throw wrong(key, value, "has too many levels");
        }
        flatten(key + ".", inner, levels - 1);
      } else if (!value.getTag().equals(Tag.NULL)) {
        Settings.Given given = new Settings.Given(textOf(key, value), origin(each.getKeyNode()));
        if (values.put(key, given) != null) {
          throw wrong(key, value, "is given twice");
        }
      }
    }
  }

  private String textOf(String key, Node value) {
    return value instanceof SequenceNode list
        ? list.getValue().stream().map(item -> text(key, item)).collect(Collectors.joining(","))
        : text(key, value);
  }

  private String text(String key, Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue().strip();
    }
    throw wrong(key, node, "must be plain text");
  }

  private String origin(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }

  private UsageException wrong(String key, Node node, String rule) {
    return new UsageException(key, "", rule, origin(node));
  }

  private UsageException unreadable(String line, String rule) {
    return new UsageException(Settings.CONFIG.name(), file + line, rule.replaceAll("\\R", " "));
  }
}
