package io.oasis.manager.server.rest;

/** The path names something that is not there. */
final class NotThere extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String kind;
  private final String id;

  NotThere(String kind, String id) {
    super("there is no " + kind + " " + id);
    this.kind = kind;
    this.id = id;
  }

  String kind() {
    return kind;
  }

  String id() {
    return id;
  }
}
