package io.oasis.manager.server.stream;

/** Where to ask whether the manager decides. */
@FunctionalInterface
public interface Status {
  StreamsStatus now();
}
