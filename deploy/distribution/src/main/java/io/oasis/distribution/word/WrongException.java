package io.oasis.distribution.word;

/** Something that is not as its form has it: where, what was given, what would be right. */
final class WrongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;

  WrongException(String path, String value, String rule) {
    super((path.isEmpty() ? "" : path + (value.isEmpty() ? "" : " = " + value) + ": ") + rule);
    this.path = path;
  }

  String path() {
    return path;
  }
}
