package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that this release reads what the last one writes, and writes nothing that the last one does
 * not read: so that they work together, whoever is upgraded first.
 */
class LastReleaseTest {
  private static final Path LAST = Path.of("src/test/resources/releases/0.1.0");
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  private final MessageCodec codec = new MessageCodec();
  private final JsonMapper mapper = new JsonMapper();

  @ParameterizedTest
  @EnumSource
  void whatItWritesIsRead(Schema schema) throws IOException {
    assertThat(codec.decode(schema.topic(), Files.readAllBytes(file(LAST, schema))))
        .isInstanceOf(Decoded.Known.class);
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsWrittenThatItDoesNotRead(Schema schema) throws IOException {
    JsonNode last = mapper.readTree(file(LAST, schema));
    JsonNode present = mapper.readTree(file(GOLDEN, schema));
    assertThat(schema.version())
        .as("read by the last release; a new version is read a release before it is written")
        .isEqualTo(last.path("schemaVersion").asInt());
    assertThat(fields("", present)).as("nothing is left out").containsAll(fields("", last));
  }

  /** Names with their paths; elements of a list are alike. */
  private static TreeSet<String> fields(String path, JsonNode node) {
    TreeSet<String> fields = new TreeSet<>();
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      fields.add(path + each.getKey());
      fields.addAll(fields(path + each.getKey() + '.', each.getValue()));
    }
    if (node.isArray()) {
      node.forEach(element -> fields.addAll(fields(path, element)));
    }
    return fields;
  }

  private static Path file(Path directory, Schema schema) {
    return directory.resolve(schema.schemaName() + ".json");
  }

  @Test
  void aServiceSaysWhatItReads() {
    Software adapter = Software.reading(Topic.SETTINGS);
    assertThat(adapter.reads())
        .containsExactly(
            Map.entry("oasis.cache-setting", 2),
            Map.entry("oasis.lease-renewal", 1),
            Map.entry("oasis.setting-batch", 1));
    assertThat(adapter.cannotRead(Topic.SETTINGS)).isEmpty();
  }

  @Test
  void whatAnOldServiceDoesNotReadIsNamed() {
    Software old =
        new Software("0.0.1", Map.of("oasis.cache-setting", 1, "oasis.lease-renewal", 1));
    assertThat(old.cannotRead(Topic.SETTINGS))
        .containsExactly("oasis.setting-batch 1", "oasis.cache-setting 2");
  }
}
