package io.oasis.manager.server.rest;

/** A request names something that is not right: which field, what was given, what is right. */
final class BadValue extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN_CHARS = 200;

  private final String field;
  private final String value;
  private final String rule;

  BadValue(String field, Object value, String rule) {
    super(field + " = " + shown(value) + ": " + rule);
    this.field = field;
    this.value = shown(value);
    this.rule = rule;
  }

  /** From a record's own check, whose message reads {@code field = value: rule}. */
  static BadValue of(String where, IllegalArgumentException check) {
    String message = String.valueOf(check.getMessage());
    int equals = message.indexOf(" = ");
    int colon = message.lastIndexOf(": ");
    if (equals < 0 || colon < equals) {
      return new BadValue(where, "", message);
    }
    String field = where.isEmpty() ? "" : where + '.';
    return new BadValue(
        field + message.substring(0, equals),
        message.substring(equals + 3, colon),
        message.substring(colon + 2));
  }

  String field() {
    return field;
  }

  String value() {
    return value;
  }

  String rule() {
    return rule;
  }

  private static String shown(Object value) {
    String text = String.valueOf(value);
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "...";
  }
}
