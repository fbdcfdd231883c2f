package io.oasis.manager.server.stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.messaging.StateTopics;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.HashMap;
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
 * domain's id, and its queues in pages, under {@code domain|number} ('|' cannot occur in a domain).
 * A queue stays on its page, and a page is written whole when one of its queues changed: most
 * decisions change most of the queues, and a record costs more than what is in it.
 *
 * <p>What cannot be read (written by another version) is left out: the controller then learns it
 * again, which costs some intervals, whereas refusing to start would cost the service.
 */
final class DomainMemory {
  static final String HEADERS = StateTopics.DOMAINS;
  static final String QUEUES = StateTopics.QUEUES;

  private static final Logger LOG = LoggerFactory.getLogger(DomainMemory.class);
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(v -> v.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private final KeyValueStore<String, byte[]> headers;
  private final KeyValueStore<String, byte[]> queues;
  private final Map<DomainId, QueuePages> pages = new HashMap<>();

  /** Keys of entries that are on pages now, to be deleted with the next {@link #write}. */
  private final Map<DomainId, List<String>> superseded = new HashMap<>();

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
        named(entries.next().key).ifPresent(domain -> kept.put(domain, of(domain)));
      }
    }
    return kept;
  }

  private static Optional<DomainId> named(String key) {
    try {
      return Optional.of(new DomainId(key));
    } catch (IllegalArgumentException e) { // another version took it for a name
      LOG.warn("left out a stored domain: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** Reads the domain anew. */
  Kept of(DomainId domain) {
    byte[] header = headers.get(domain.value());
    Optional<DomainHeader> read =
        header == null ? Optional.empty() : read(domain.value(), header, DomainHeader.class);
    QueuePages restored = restored(domain);
    pages.put(domain, restored);
    return new Kept(read, restored.queues());
  }

  void save(DomainHeader header) {
    headers.put(header.domain().value(), JSON.writeValueAsBytes(header));
  }

  /** Keeps a queue's memory with the next {@link #write}. */
  void save(DomainId domain, QueueMemory memory) {
    pagesOf(domain).save(memory);
  }

  /** Forgets a queue with the next {@link #write}. */
  void forget(DomainId domain, QueueId queue) {
    pagesOf(domain).forget(queue);
  }

  /** Writes what was saved and forgotten since the last time. */
  void write(DomainId domain) {
    QueuePages changed = pages.get(domain);
    if (changed == null || !changed.isChanged()) {
      return;
    }
    for (QueuePages.Page page : changed.takeChanged()) {
      String key = domain.value() + '|' + page.number();
      if (page.queues().isEmpty()) {
        queues.delete(key);
      } else {
        queues.put(key, JSON.writeValueAsBytes(page));
      }
    }
    Optional.ofNullable(superseded.remove(domain)).ifPresent(keys -> keys.forEach(queues::delete));
  }

  void forget(DomainId domain) {
    List<String> keys = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = range(domain)) {
      entries.forEachRemaining(entry -> keys.add(entry.key));
    }
    keys.forEach(queues::delete);
    headers.delete(domain.value());
    pages.remove(domain);
    superseded.remove(domain);
  }

  private QueuePages pagesOf(DomainId domain) {
    return pages.computeIfAbsent(domain, this::restored);
  }

  private QueuePages restored(DomainId domain) {
    List<QueuePages.Page> read = new ArrayList<>();
    List<QueueMemory> single = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = range(domain)) {
      while (entries.hasNext()) {
        KeyValue<String, byte[]> entry = entries.next();
        if (isOfOneQueue(domain, entry.key)) {
          read(entry.key, entry.value, QueueMemory.class).ifPresent(single::add);
          superseded.computeIfAbsent(domain, _ -> new ArrayList<>()).add(entry.key);
        } else {
          read(entry.key, entry.value, QueuePages.Page.class).ifPresent(read::add);
        }
      }
    }
    QueuePages restored = new QueuePages(read);
    single.forEach(restored::save);
    return restored;
  }

  /** An earlier version kept each queue under {@code domain|application|lun}. */
  private static boolean isOfOneQueue(DomainId domain, String key) {
    return key.indexOf('|', domain.value().length() + 1) > 0;
  }

  private KeyValueIterator<String, byte[]> range(DomainId domain) {
    return queues.range(domain.value() + '|', domain.value() + (char) ('|' + 1));
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
