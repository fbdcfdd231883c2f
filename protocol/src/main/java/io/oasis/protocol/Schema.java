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
  REQUEST_BATCH("oasis.request-batch", 2, Topic.REQUESTS, RequestBatch.class),
  LUN_REPORT("oasis.lun-report", 2, Topic.REQUESTS, LunReport.class),
  USAGE_BATCH("oasis.usage-batch", 1, Topic.USAGE, UsageBatch.class),
  GRANT_BATCH("oasis.grant-batch", 1, Topic.GRANTS, GrantBatch.class),
  SETTING_BATCH("oasis.setting-batch", 1, Topic.SETTINGS, SettingBatch.class),
  LEASE_RENEWAL(
      "oasis.lease-renewal",
      1,
      Topic.SETTINGS,
      LeaseRenewal.class,
      m -> "lease|" + m.domain().value() + '|' + m.adapter().value()),
  OUTCOME_BATCH("oasis.outcome-batch", 1, Topic.OUTCOMES, OutcomeBatch.class),
  ADAPTER_STATUS("oasis.adapter-status", 2, Topic.OUTCOMES, AdapterStatus.class),
  FINDINGS("oasis.findings", 2, Topic.OUTCOMES, Findings.class),
  DECISION("oasis.decision", 3, Topic.DECISIONS, Decision.class),
  HOST_INVENTORY(
      "oasis.host-inventory", 1, Topic.INVENTORY, HostInventory.class, m -> m.host().value()),
  GUARD_RAILS("oasis.guard-rails", 1, Topic.GUARD_RAILS, GuardRails.class),
  RAILS_CHANGE("oasis.rails-change", 1, Topic.AUDIT, RailsChange.class),
  CACHE_REPORT("oasis.cache-report", 2, Topic.USAGE, CacheReport.class),
  CACHE_SETTING(
      "oasis.cache-setting",
      2,
      Topic.SETTINGS,
      CacheSetting.class,
      m -> "cache|" + m.domain().value() + '|' + m.cache().name()),
  CACHE_DECISION("oasis.cache-decision", 2, Topic.DECISIONS, CacheDecision.class),
  DEAD_LETTER("oasis.dead-letter", 1, Topic.DEAD_LETTERS, DeadLetter.class, DeadLetter::topic),
  JOURNAL_START("oasis.journal-start", 1, Topic.JOURNAL, JournalStart.class),
  JOURNAL("oasis.journal", 1, Topic.JOURNAL, Journal.class);

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

  /** Its key is its domain. */
  <M extends OfDomain> Schema(String schemaName, int version, Topic topic, Class<M> type) {
    this(schemaName, version, topic, type, message -> message.domain().value());
  }

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

  /**
   * The oldest version that is read: its fields have the same meaning, under these or old names.
   */
  int oldestVersion() {
    return this == DECISION ? 2 : version;
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
    return message instanceof OfDomain of ? of.domain().value() : keyOf(message);
  }
}
