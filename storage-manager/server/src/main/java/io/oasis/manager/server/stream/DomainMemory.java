package io.oasis.manager.server.stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.oasis.manager.core.DomainHeader;
import io.oasis.manager.core.QueueMemory;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the controllers of one partition keep, as JSON in two stores: a header per domain under the
 * domain's id, and an entry per queue under {@code domain|queue} ('|' cannot occur in a domain).
 *
 * <p>An entry that cannot be read (written by another version) is left out: the controller then
 * learns it again, which costs some intervals, whereas refusing to start would cost the service.
 */
final class DomainMemory {
  static final String HEADERS = "domains";
  static final String QUEUES = "queues";

  private static final Logger LOG = LoggerFactory.getLogger(DomainMemory.class);
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(v -> v.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private final KeyValueStore<String, byte[]> headers;
  private final KeyValueStore<String, byte[]> queues;

  DomainMemory(KeyValueStore<String, byte[]> headers, KeyValueStore<String, byte[]> queues) {
    this.headers = headers;
    this.queues = queues;
  }

  /** What is kept of one domain. */
  record Kept(Optional<DomainHeader> header, List<QueueMemory> queues) {}

  /** Every domain that has a header. */
  Map<DomainId, Kept> all() {
    Map<DomainId, Kept> kept = new LinkedHashMap<>();
    try (KeyValueIterator<String, byte[]> entries = headers.all()) {
      while (entries.hasNext()) {
        DomainId domain = new DomainId(entries.next().key);
        kept.put(domain, of(domain));
      }
    }
    return kept;
  }

  Kept of(DomainId domain) {
    byte[] header = headers.get(domain.value());
    List<QueueMemory> memories = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = range(domain)) {
      while (entries.hasNext()) {
        KeyValue<String, byte[]> entry = entries.next();
        read(entry.key, entry.value, QueueMemory.class).ifPresent(memories::add);
      }
    }
    Optional<DomainHeader> read =
        header == null ? Optional.empty() : read(domain.value(), header, DomainHeader.class);
    return new Kept(read, memories);
  }

  void save(DomainHeader header) {
    headers.put(header.domain().value(), JSON.writeValueAsBytes(header));
  }

  void save(DomainId domain, QueueMemory memory) {
    queues.put(keyOf(domain, memory.queue()), JSON.writeValueAsBytes(memory));
  }

  void forget(DomainId domain, QueueId queue) {
    queues.delete(keyOf(domain, queue));
  }

  void forget(DomainId domain) {
    List<String> keys = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = range(domain)) {
      entries.forEachRemaining(entry -> keys.add(entry.key));
    }
    keys.forEach(queues::delete);
    headers.delete(domain.value());
  }

  private KeyValueIterator<String, byte[]> range(DomainId domain) {
    return queues.range(domain.value() + '|', domain.value() + (char) ('|' + 1));
  }

  private static String keyOf(DomainId domain, QueueId queue) {
    return domain.value() + '|' + queue;
  }

  private static <T> Optional<T> read(String key, byte[] json, Class<T> type) {
    try {
      return Optional.of(JSON.readValue(json, type));
    } catch (JacksonException e) {
      LOG.warn("left out the stored {} of {}: {}", type.getSimpleName(), key, e.getMessage());
      return Optional.empty();
    }
  }
}
