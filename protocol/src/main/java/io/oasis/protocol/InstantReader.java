package io.oasis.protocol;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads instants, which are text: a number would have to say of what, and one with a billion digits
 * would take all memory. The form in which {@link Instant} writes itself is taken apart by hand,
 * ten times faster than by the parser of {@code java.time}, which reads what has another form.
 */
final class InstantReader extends StdScalarDeserializer<Instant> {
  private static final String FORM = "0000-00-00T00:00:00";

  /** Where decimals begin, in characters: after the point that follows the form. */
  private static final int DECIMALS = FORM.length() + 1;

  /** Decimals of a second that an {@link Instant} tells apart: it counts nanoseconds. */
  private static final int NANO_DIGITS = 9;

  InstantReader() {
    super(Instant.class);
  }

  @Override
  public Instant deserialize(JsonParser parser, DeserializationContext context) {
    if (!parser.hasToken(JsonToken.VALUE_STRING)) {
      return (Instant) context.handleUnexpectedToken(getValueType(context), parser);
    }
    String text = parser.getString();
    try {
      return isPlain(text) ? plain(text) : Instant.parse(text);
    } catch (DateTimeException e) {
      return (Instant)
          context.handleWeirdStringValue(
              Instant.class, text, "must be written as 2026-03-01T12:00:00Z");
    }
  }

  /** Digits where {@link #FORM} has them, then decimals or none, then Z. */
  private static boolean isPlain(String text) {
    int end = text.length() - 1;
    boolean plain =
        (end == FORM.length() || (end > DECIMALS && end <= DECIMALS + NANO_DIGITS))
            && text.charAt(end) == 'Z';
    for (int i = 0; plain && i < end; i++) {
      char c = text.charAt(i);
      char form = i < FORM.length() ? FORM.charAt(i) : i < DECIMALS ? '.' : '0';
      plain = form == '0' ? c >= '0' && c <= '9' : c == form;
    }
    return plain;
  }

  private static Instant plain(String text) {
    int end = text.length() - 1;
    int nanos = 0;
    for (int i = DECIMALS; i < DECIMALS + NANO_DIGITS; i++) {
      nanos = nanos * 10 + (i < end ? text.charAt(i) - '0' : 0);
    }
    return LocalDateTime.of(
            number(text, 0, 4),
            number(text, 5, 7),
            number(text, 8, 10),
            number(text, 11, 13),
            number(text, 14, 16),
            number(text, 17, 19),
            nanos)
        .toInstant(ZoneOffset.UTC);
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
