package io.oasis.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The name and version of each message in JSON, the topic it travels on, its key there and the key
 * that picks its partition.
 *
 * <p>Within a version fields may be added (readers ignore what they do not know) and never removed
 * or given another meaning; anything else is a new version.
 */
public enum Schema {
  REQUEST_BATCH(
      "oasis.request-batch", 1, Topic.REQUESTS, RequestBatch.class, m -> m.domain().value()),
  LUN_REPORT("oasis.lun-report", 1, Topic.REQUESTS, LunReport.class, m -> m.domain().value()),
  USAGE("oasis.usage", 1, Topic.USAGE, Usage.class, m -> m.domain().value()),
  USAGE_BATCH("oasis.usage-batch", 1, Topic.USAGE, UsageBatch.class, m -> m.domain().value()),
  GRANT("oasis.grant", 1, Topic.GRANTS, Grant.class, m -> m.queue().toString()),
  GRANT_BATCH("oasis.grant-batch", 1, Topic.GRANTS, GrantBatch.class, m -> m.domain().value()),
  SETTING("oasis.setting", 1, Topic.SETTINGS, Setting.class, m -> m.queue().toString()),
  SETTING_BATCH(
      "oasis.setting-batch", 1, Topic.SETTINGS, SettingBatch.class, m -> m.domain().value()),
  LEASE_RENEWAL(
      "oasis.lease-renewal",
      1,
      Topic.SETTINGS,
      LeaseRenewal.class,
      m -> "lease|" + m.domain().value() + '|' + m.adapter().value()),
  OUTCOME("oasis.outcome", 1, Topic.OUTCOMES, Outcome.class, m -> m.domain().value()),
  OUTCOME_BATCH(
      "oasis.outcome-batch", 1, Topic.OUTCOMES, OutcomeBatch.class, m -> m.domain().value()),
  ADAPTER_STATUS(
      "oasis.adapter-status", 1, Topic.OUTCOMES, AdapterStatus.class, m -> m.domain().value()),
  FINDINGS("oasis.findings", 1, Topic.OUTCOMES, Findings.class, m -> m.domain().value()),
  DECISION("oasis.decision", 1, Topic.DECISIONS, Decision.class, m -> m.domain().value()),
  HOST_INVENTORY(
      "oasis.host-inventory", 1, Topic.INVENTORY, HostInventory.class, m -> m.host().value()),
  GUARD_RAILS("oasis.guard-rails", 1, Topic.GUARD_RAILS, GuardRails.class, m -> m.domain().value()),
  CACHE_REPORT("oasis.cache-report", 1, Topic.USAGE, CacheReport.class, m -> m.domain().value()),
  CACHE_SETTING(
      "oasis.cache-setting",
      1,
      Topic.SETTINGS,
      CacheSetting.class,
      m -> "cache|" + m.domain().value() + '|' + m.cache()),
  CACHE_DECISION(
      "oasis.cache-decision", 1, Topic.DECISIONS, CacheDecision.class, m -> m.domain().value()),
  DEAD_LETTER("oasis.dead-letter", 1, Topic.DEAD_LETTERS, DeadLetter.class, DeadLetter::topic),
  JOURNAL_START(
      "oasis.journal-start", 1, Topic.JOURNAL, JournalStart.class, m -> m.domain().value()),
  JOURNAL("oasis.journal", 1, Topic.JOURNAL, Journal.class, m -> m.domain().value());

  private static final Map<String, Schema> BY_NAME = new HashMap<>();
  private static final Map<Class<?>, Schema> BY_TYPE = new HashMap<>();

  static {
    for (Schema schema : values()) {
      BY_NAME.put(schema.schemaName, schema);
      BY_TYPE.put(schema.type, schema);
    }
  }

  private final String schemaName;
  private final int version;
  private final Topic topic;
  private final Class<? extends Message> type;
  private final Function<Message, String> key;

  <M extends Message> Schema(
      String schemaName, int version, Topic topic, Class<M> type, Function<M, String> key) {
    this.schemaName = schemaName;
    this.version = version;
    this.topic = topic;
    this.type = type;
    this.key = message -> key.apply(type.cast(message));
  }

  public static Schema of(Message message) {
    Schema schema = BY_TYPE.get(message.getClass());
    if (schema == null) {
      throw new IllegalStateException("no schema for " + message.getClass());
    }
    return schema;
  }

  static Optional<Schema> named(String schemaName) {
    return Optional.ofNullable(BY_NAME.get(schemaName));
  }

  public String schemaName() {
    return schemaName;
  }

  public int version() {
    return version;
  }

  public Topic topic() {
    return topic;
  }

  Class<? extends Message> type() {
    return type;
  }

  /** The key of the message on its topic. */
  public static String keyOf(Message message) {
    return of(message).key.apply(message);
  }

  /**
   * What picks the message's partition: its domain, so that all records of a domain stay in order,
   * also where the topic's key is finer; the key itself where there is no domain.
   */
  public static String partitionKeyOf(Message message) {
    return switch (message) {
      case Setting setting -> setting.domain().value();
      case LeaseRenewal renewal -> renewal.domain().value();
      case CacheSetting setting -> setting.domain().value();
      case RequestBatch _,
          LunReport _,
          Usage _,
          UsageBatch _,
          Grant _,
          GrantBatch _,
          SettingBatch _,
          Outcome _,
          OutcomeBatch _,
          AdapterStatus _,
          Findings _,
          Decision _,
          HostInventory _,
          GuardRails _,
          CacheReport _,
          CacheDecision _,
          DeadLetter _,
          JournalStart _,
          Journal _ ->
          keyOf(message);
    };
  }
}
