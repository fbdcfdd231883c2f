package io.oasis.manager.server.rest;

import io.oasis.protocol.Software;
import io.oasis.protocol.Topic;
import java.util.List;
import java.util.Map;

/**
 * Of which release a service is, and what it understands.
 *
 * @param cannotRead messages that the manager that answers writes and the service does not read: it
 *     is more than a release behind
 */
public record SoftwareShape(String release, Map<String, Integer> reads, List<String> cannotRead) {
  static SoftwareShape of(Software software, Topic topic) {
    return new SoftwareShape(software.release(), software.reads(), software.cannotRead(topic));
  }
}
