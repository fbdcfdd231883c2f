package io.oasis.proving.drill;

import io.oasis.messaging.Party;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Something done at the broker.
 *
 * @param principal whose password was stolen; empty: nobody's
 */
record BrokerAttack(String name, String principal, Deed deed) implements Attack {
  private static final String DRILL = "oasis-drill";

  /** What is done; returns when it worked. */
  interface Deed {
    void with(Map<String, Object> client) throws ExecutionException, InterruptedException;
  }

  static List<Attack> all() {
    List<Attack> attacks = new ArrayList<>();
    attacks.add(
        attack("", "lists topics", client -> admin(client, a -> a.listTopics().names().get())));
    attacks.add(attack("", "says settings", client -> write(client, Topic.SETTINGS)));
    for (Party party : List.of(Party.AGENT, Party.ADAPTER, Party.TOOLS)) {
      for (Topic topic : List.of(Topic.SETTINGS, Topic.GUARD_RAILS, Topic.AUDIT, Topic.GRANTS)) {
        attacks.add(
            attack(party.word(), "writes " + topic.topicName(), client -> write(client, topic)));
      }
    }
    for (Topic topic : List.of(Topic.SETTINGS, Topic.GUARD_RAILS, Topic.JOURNAL)) {
      attacks.add(attack("agent", "reads " + topic.topicName(), client -> read(client, topic)));
    }
    attacks.addAll(administration());
    return attacks;
  }

  /** What is for administrators. */
  private static List<Attack> administration() {
    List<Attack> attacks = new ArrayList<>();
    for (String who : List.of("agent", "manager")) {
      attacks.add(
          attack(
              who,
              "deletes a topic",
              client -> admin(client, a -> a.deleteTopics(List.of(DRILL)).all().get())));
      attacks.add(
          attack(
              who,
              "makes a topic",
              client ->
                  admin(
                      client,
                      a ->
                          a.createTopics(List.of(new NewTopic(DRILL, 1, (short) 1))).all().get())));
    }
    attacks.add(
        attack(
            "agent",
            "gives itself a right",
            client -> admin(client, a -> a.createAcls(List.of(right())).all().get())));
    attacks.add(
        attack(
            "agent",
            "asks whose passwords there are",
            client ->
                admin(client, a -> a.describeUserScramCredentials().description("admin").get())));
    attacks.add(attack("agent", "moves the managers' positions", BrokerAttack::commit));
    attacks.add(attack("agent", "ends the managers' transactions", BrokerAttack::begin));
    return attacks;
  }

  private static Attack attack(String principal, String what, Deed deed) {
    String who = principal.isEmpty() ? "nobody" : principal;
    return new BrokerAttack("broker: " + who + " " + what, principal, deed);
  }

  /** Asks an administrator's question. */
  private interface Question {
    Object of(Admin admin) throws ExecutionException, InterruptedException;
  }

  private static void admin(Map<String, Object> client, Question question)
      throws ExecutionException, InterruptedException {
    Admin admin = Admin.create(client);
    try {
      var _ = question.of(admin);
    } finally {
      admin.close(Duration.ofSeconds(1));
    }
  }

  /** An empty record, which every reader refuses. */
  private static void write(Map<String, Object> client, Topic topic)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic.topicName(), new byte[0])).get();
    }
  }

  private static void read(Map<String, Object> client, Topic topic) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(client)) {
      consumer.beginningOffsets(List.of(new TopicPartition(topic.topicName(), 0)), Site.TOLD);
    }
  }

  private static void commit(Map<String, Object> client) {
    client.put("group.id", "oasis-manager");
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(client)) {
      TopicPartition partition = new TopicPartition(Topic.REQUESTS.topicName(), 0);
      consumer.assign(List.of(partition));
      consumer.commitSync(Map.of(partition, new OffsetAndMetadata(0)), Site.TOLD);
    }
  }

  private static void begin(Map<String, Object> client) {
    client.put("transactional.id", "oasis-manager-drill");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
    }
  }

  static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> client) {
    return new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static AclBinding right() {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, Topic.SETTINGS.topicName(), PatternType.LITERAL),
        new AccessControlEntry("User:agent", "*", AclOperation.WRITE, AclPermissionType.ALLOW));
  }

  @Override
  public Verdict attempt(Site site) {
    try {
      deed.with(site.kafka(principal));
      return new Verdict(false, "it worked");
    } catch (ExecutionException | KafkaException e) {
      Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
      boolean shutOut = principal.isEmpty() && cause instanceof TimeoutException;
      boolean refused =
          shutOut
              || cause instanceof AuthorizationException
              || cause instanceof AuthenticationException;
      return new Verdict(refused, shutOut ? "no conversation" : cause.getClass().getSimpleName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Verdict(false, "interrupted");
    }
  }
}
