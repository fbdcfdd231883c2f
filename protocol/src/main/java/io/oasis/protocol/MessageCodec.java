package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages to and from JSON. Every JSON object starts with {@code schema} and {@code
 * schemaVersion}; fields that are not known are ignored; whatever is not a valid message of the
 * topic is refused with the reason, never thrown.
 */
public final class MessageCodec {
  /** Longest record that is read; the largest decision of 10,000 queues stays under it. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** Objects and lists in each other; chosen, several times what any message has. */
  private static final int MAX_NESTING = 32;

  /** Chosen, far above what a field may have, whose own check refuses it and gives its name. */
  private static final int MAX_STRING_CHARS = 64 * 1024;

  /** Chosen: a double has at most 24, and digits without end cost time to read. */
  private static final int MAX_NUMBER_CHARS = 64;

  private static final Schema[] SCHEMAS = Schema.values();
  private static final byte[][] HEADS = heads();

  private final JsonMapper mapper;

  /**
   * By schema; made once, as the mapper's own search costs a tenth of reading a message, and when
   * the first such message comes, as a service reads two or three of the schemas.
   */
  private final AtomicReferenceArray<@Nullable ObjectReader> readers =
      new AtomicReferenceArray<>(SCHEMAS.length);

  public MessageCodec() {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_NESTING)
            .maxStringLength(MAX_STRING_CHARS)
            .maxNumberLength(MAX_NUMBER_CHARS)
            .maxDocumentLength(MAX_BYTES)
            .build();
    mapper =
        JsonMapper.builder(JsonFactory.builder().streamReadConstraints(constraints).build())
            .addModule(new MessageModule())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
            .changeDefaultPropertyInclusion(
                v -> v.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();
  }

  /** UTF-8; the fields in the order of the record, after {@code schema}. */
  public byte[] encode(Message message) {
    byte[] head = HEADS[Schema.of(message).ordinal()];
    byte[] body = mapper.writeValueAsBytes(message);
    // Both are objects with at least one field: the head's brace and comma replace the body's
    // brace.
    byte[] json = Arrays.copyOf(head, head.length + body.length - 1);
    System.arraycopy(body, 1, json, head.length, body.length - 1);
    return json;
  }

  /** What {@link #encode} wrote is read in one pass; anything else is looked at as a tree first. */
  public Decoded decode(Topic topic, byte[] json) {
    if (json.length > topic.maxBytes()) {
      return refused(
          DeadLetter.Kind.OVERSIZED, json.length + " bytes: must be at most " + topic.maxBytes());
    }
    try {
      for (Schema schema : SCHEMAS) {
        byte[] head = HEADS[schema.ordinal()];
        if (schema.topic() == topic && Arrays.mismatch(head, json) == head.length) {
          return new Decoded.Known(reader(schema).readValue(json));
        }
      }
      return decodeTree(topic, mapper.readTree(json));
    } catch (JacksonException e) {
      return refused(DeadLetter.Kind.MALFORMED, reasonOf(e));
    }
  }

  private ObjectReader reader(Schema schema) {
    ObjectReader known = readers.get(schema.ordinal());
    if (known != null) {
      return known;
    }
    ObjectReader made = mapper.readerFor(schema.type());
    readers.set(schema.ordinal(), made);
    return made;
  }

  private Decoded decodeTree(Topic topic, JsonNode node) {
    if (!(node instanceof ObjectNode object)) {
      return refused(DeadLetter.Kind.MALFORMED, "not a JSON object");
    }
    JsonNode name = object.path("schema");
    JsonNode version = object.path("schemaVersion");
    if (!name.isString() || !version.isInt()) {
      return refused(
          DeadLetter.Kind.MALFORMED, "schema (text) and schemaVersion (integer) must be given");
    }
    Optional<Schema> schema = Schema.named(name.stringValue());
    if (schema.isEmpty()) {
      return refused(DeadLetter.Kind.UNKNOWN_SCHEMA, "schema = " + shorten(name.stringValue()));
    }
    if (schema.get().topic() != topic) {
      return refused(
          DeadLetter.Kind.WRONG_TOPIC,
          name.stringValue() + " belongs on " + schema.get().topic().topicName());
    }
    if (version.intValue() < schema.get().oldestVersion()
        || version.intValue() > schema.get().version()) {
      return refused(
          DeadLetter.Kind.UNKNOWN_VERSION,
          "schemaVersion = " + version.intValue() + ": must be " + schema.get().version());
    }
    return new Decoded.Known(mapper.treeToValue(object, schema.get().type()));
  }

  private static byte[][] heads() {
    byte[][] heads = new byte[Schema.values().length][];
    for (Schema schema : Schema.values()) {
      heads[schema.ordinal()] =
          ("{\"schema\":\"%s\",\"schemaVersion\":%d,"
                  .formatted(schema.schemaName(), schema.version()))
              .getBytes(StandardCharsets.US_ASCII);
    }
    return heads;
  }

  private static Decoded refused(DeadLetter.Kind kind, String reason) {
    return new Decoded.Refused(kind, shorten(Check.printable(reason)));
  }

  private static String reasonOf(JacksonException e) {
    String message =
        e.getCause() instanceof IllegalArgumentException refused
            ? String.valueOf(refused.getMessage())
            : e.getOriginalMessage();
    String path = pathOf(e);
    return shorten(path.isEmpty() ? message : path + ": " + message);
  }

  private static String pathOf(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference reference : e.getPath()) {
      if (reference.getPropertyName() != null) {
        path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
      } else {
        path.append('[').append(reference.getIndex()).append(']');
      }
    }
    return path.toString();
  }

  private static String shorten(String text) {
    return text.length() <= 500 ? text : text.substring(0, 500) + "...";
  }
}
