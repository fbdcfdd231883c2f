package io.oasis.protocol;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Of which release a service is, and what it understands.
 *
 * @param release the version of its jars; {@code development} where there are none
 * @param reads the newest version that it reads of each message meant for it, by name
 */
public record Software(String release, Map<String, Integer> reads) {
  /** Of all topics together there are twenty. */
  private static final int MOST_MESSAGES = 100;

  private static final String RELEASE =
      Objects.requireNonNullElse(
          Software.class.getPackage().getImplementationVersion(), "development");

  public Software {
    release = Check.text("release", release);
    Check.between("reads.size", reads.size(), 0, MOST_MESSAGES);
    reads.keySet().forEach(name -> Check.id("reads", name));
    reads = Collections.unmodifiableMap(new TreeMap<>(reads));
  }

  /** This release, in a service that reads a topic. */
  public static Software reading(Topic topic) {
    return new Software(
        RELEASE, on(topic).collect(Collectors.toMap(Schema::schemaName, Schema::version)));
  }

  /** This release. */
  public static String current() {
    return RELEASE;
  }

  /** What this release writes on a topic and the service does not understand. */
  public List<String> cannotRead(Topic topic) {
    return on(topic)
        .filter(schema -> reads.getOrDefault(schema.schemaName(), 0) < schema.version())
        .map(schema -> schema.schemaName() + ' ' + schema.version())
        .toList();
  }

  private static Stream<Schema> on(Topic topic) {
    return Arrays.stream(Schema.values()).filter(schema -> schema.topic() == topic);
  }
}
