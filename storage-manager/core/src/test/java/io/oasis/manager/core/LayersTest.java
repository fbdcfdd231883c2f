package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Shows that the core is a house of few floors without a stair that runs back up. An edge is an
 * import of one of its files by another; files of one package, which need none, are one floor.
 * Floors are the longest chain of edges between groups of files, or packages, that do not import
 * each other in a circle; an edge inside such a circle runs back up.
 */
class LayersTest {
  private static final Path SOURCES = Path.of("src/main/java/io/oasis/manager/core");
  private static final String ROOT = "io.oasis.manager.core";
  private static final int MOST_FLOORS = 8;
  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?(" + Pattern.quote(ROOT) + "[.\\w]*);", Pattern.MULTILINE);

  /** Who imports whom. */
  private record Graph(Map<String, Set<String>> edges) {
    /** Edges between the groups that nodes belong to. */
    Graph grouped(UnaryOperator<String> group) {
      Map<String, Set<String>> grouped = new TreeMap<>();
      edges.forEach(
          (from, to) -> {
            Set<String> all = grouped.computeIfAbsent(group.apply(from), _ -> new TreeSet<>());
            to.stream().map(group).filter(t -> !t.equals(group.apply(from))).forEach(all::add);
          });
      return new Graph(grouped);
    }

    private Set<String> reachable(String from) {
      Set<String> seen = new HashSet<>();
      Deque<String> open = new ArrayDeque<>(edges.getOrDefault(from, Set.of()));
      while (!open.isEmpty()) {
        String next = open.pop();
        if (seen.add(next)) {
          open.addAll(edges.getOrDefault(next, Set.of()));
        }
      }
      return seen;
    }

    Set<String> backEdges() {
      Set<String> back = new TreeSet<>();
      edges.forEach(
          (from, all) ->
              all.stream()
                  .filter(to -> reachable(to).contains(from))
                  .forEach(to -> back.add(from + " -> " + to)));
      return back;
    }

    /** Each node's circle has the name of its first. */
    int floors() {
      Map<String, String> circles = new HashMap<>();
      for (String node : edges.keySet()) {
        String first =
            reachable(node).stream()
                .filter(other -> reachable(other).contains(node))
                .min(String::compareTo)
                .orElse(node);
        circles.put(node, first);
      }
      Graph condensed = grouped(node -> circles.getOrDefault(node, node));
      Map<String, Integer> known = new HashMap<>();
      return condensed.edges.keySet().stream()
          .mapToInt(node -> condensed.floor(node, known))
          .max()
          .orElse(0);
    }

    private int floor(String node, Map<String, Integer> known) {
      Integer floor = known.get(node);
      if (floor == null) {
        floor =
            1
                + edges.getOrDefault(node, Set.of()).stream()
                    .mapToInt(next -> floor(next, known))
                    .max()
                    .orElse(0);
        known.put(node, floor);
      }
      return floor;
    }
  }

  private static Graph imports() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String path = SOURCES.relativize(file).toString();
        if (!path.endsWith("package-info.java")) {
          String name = path.substring(0, path.length() - ".java".length()).replace('/', '.');
          texts.put(ROOT + "." + name, Files.readString(file));
        }
      }
    }
    Map<String, Set<String>> edges = new TreeMap<>();
    texts.forEach((name, text) -> edges.put(name, imported(text, texts.keySet())));
    return new Graph(edges);
  }

  private static Set<String> imported(String text, Collection<String> classes) {
    List<String> named = IMPORT.matcher(text).results().map(result -> result.group(1)).toList();
    return classes.stream()
        .filter(c -> named.stream().anyMatch(n -> n.equals(c) || n.startsWith(c + ".")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  @Test
  void ofPackages() throws IOException {
    Graph packages = imports().grouped(LayersTest::packageOf);
    assertThat(packages.edges()).hasSizeGreaterThan(10);
    assertThat(packages.backEdges()).isEmpty();
    assertThat(packages.floors()).isBetween(3, MOST_FLOORS);
  }

  @Test
  void ofClasses() throws IOException {
    Graph classes = imports();
    assertThat(classes.edges()).hasSizeGreaterThan(50);
    assertThat(classes.backEdges()).isEmpty();
    assertThat(classes.floors()).isBetween(3, MOST_FLOORS);
  }

  /** So that the others can fail. */
  @Test
  void aCircleRunsBackUpAndCountsAsOneFloor() {
    Graph graph =
        new Graph(Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("b", "d"), "d", Set.of()));
    assertThat(graph.backEdges()).containsExactly("b -> c", "c -> b");
    assertThat(graph.floors()).isEqualTo(3);
  }
}
