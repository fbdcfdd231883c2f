package io.oasis.distribution.word;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Words of domains as YAML. {@code version} says in which form: another one is refused, not
 * guessed. Only nodes are read, no type of the file's choice is ever made.
 */
final class WordFile {
  /** The only form so far. */
  static final int VERSION = 1;

  private static final List<String> KEYS = List.of("version", "domains");

  /** More than the form has. */
  private static final int MOST_LEVELS = 10;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Path file;

  /** By path, from 1. */
  private final Map<String, Integer> lines = new HashMap<>();

  private WordFile(Path file) {
    this.file = file;
  }

  /**
   * The words by domain.
   *
   * @throws IllegalArgumentException in one line that ends with file and line
   * @throws IOException when it cannot be read
   */
  static SortedMap<String, Word> read(Path path) throws IOException {
    WordFile file = new WordFile(path);
    try {
      return file.words(new Place("", file.tree("", file.root(), MOST_LEVELS)));
    } catch (WrongException e) {
      throw new IllegalArgumentException(
          e.getMessage() + " (" + path + ":" + file.line(e.path()) + ")", e);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new IllegalArgumentException(
          "is not YAML: %s (%s:%d)".formatted(e.getProblem(), path, line), e);
    } catch (YAMLException e) {
      throw new IllegalArgumentException(
          "is not YAML: %s (%s)"
              .formatted(String.valueOf(e.getMessage()).replaceAll("\\R", " "), path),
          e);
    }
  }

  /** The same words give the same bytes. */
  static String write(SortedMap<String, Word> words) {
    Map<String, Object> domains = new LinkedHashMap<>();
    words.forEach((domain, word) -> domains.put(domain, WordForm.tree(word)));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("version", VERSION);
    tree.put("domains", domains);
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    options.setSplitLines(false);
    options.setWidth(Integer.MAX_VALUE);
    return "# Modes and guard rails, from oasis export. What differs: oasis import FILE --dry-run\n"
        + new Yaml(options).dump(tree);
  }

  private SortedMap<String, Word> words(Place root) {
    root.only(KEYS);
    Place version = root.needed("version");
    if (version.number() != VERSION) {
      throw new WrongException(
          version.path(),
          version.node().toString(),
          "is not a version that this oasis reads; it reads " + VERSION);
    }
    Place domains = root.needed("domains");
    if (!domains.node().isObject()) {
      throw new WrongException(domains.path(), "", "must have lines of DOMAIN: and its word");
    }
    SortedMap<String, Word> words = new TreeMap<>();
    for (String domain : domains.node().propertyNames()) {
      words.put(domain, WordForm.word(domains.needed(domain)));
    }
    return words;
  }

  private Node root() throws IOException {
    LoaderOptions limits = new LoaderOptions();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Node root =
          new Composer(new ParserImpl(new StreamReader(reader), limits), new Resolver(), limits)
              .getSingleNode();
      if (root == null) {
        throw new WrongException("version", "", "must be given");
      }
      return root;
    }
  }

  private JsonNode tree(String path, Node node, int levels) {
    lines.putIfAbsent(path, node.getStartMark().getLine() + 1);
    if (levels == 0) {
      throw new WrongException(path, "", "has too many levels");
    }
    return switch (node) {
      case MappingNode mapping -> object(path, mapping, levels);
      case SequenceNode list -> {
        var array = JSON.arrayNode();
        for (Node item : list.getValue()) {
          array.add(tree(path + '[' + array.size() + ']', item, levels - 1));
        }
        yield array;
      }
      case ScalarNode scalar -> value(scalar);
      default -> throw new WrongException(path, "", "must be a text, a list or lines");
    };
  }

  private ObjectNode object(String path, MappingNode mapping, int levels) {
    ObjectNode object = JSON.objectNode();
    for (NodeTuple each : mapping.getValue()) {
      if (!(each.getKeyNode() instanceof ScalarNode key)) {
        throw new WrongException(path, "", "must have plain keys");
      }
      String below = path.isEmpty() ? key.getValue() : path + '.' + key.getValue();
      int line = key.getStartMark().getLine() + 1;
      if (object.has(key.getValue())) {
        lines.put(below, line);
        throw new WrongException(below, "", "is given twice");
      }
      lines.put(below, line);
      object.set(key.getValue(), tree(below, each.getValueNode(), levels - 1));
    }
    return object;
  }

  private static JsonNode value(ScalarNode scalar) {
    String text = scalar.getValue();
    if (scalar.getTag().equals(Tag.NULL)) {
      return JSON.nullNode();
    }
    if (scalar.getTag().equals(Tag.BOOL)) {
      return JSON.booleanNode(text.toLowerCase(Locale.ROOT).matches("true|yes|on"));
    }
    boolean isWhole = scalar.getTag().equals(Tag.INT);
    if (isWhole || scalar.getTag().equals(Tag.FLOAT)) {
      try {
        return isWhole
            ? JSON.numberNode(Long.parseLong(text))
            : JSON.numberNode(Double.parseDouble(text));
      } catch (NumberFormatException e) {
        return JSON.stringNode(text); // such as 0x1f: refused where a number is wanted
      }
    }
    return JSON.stringNode(text);
  }

  /** Of what is there, or of what it would be in. */
  private int line(String path) {
    String at = path;
    while (!lines.containsKey(at) && !at.isEmpty()) {
      at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
    }
    return lines.getOrDefault(at, 1);
  }
}
