package io.oasis.manager.server.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.Topic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions that the broker has lost track of: open in a partition, over for their
 * coordinator. Nobody else ever ends them, no timeout holds for them, and who reads committed
 * records waits before them for ever: adapters for settings, a manager for its own state and for
 * the positions of its group.
 *
 * <p>Seen with Kafka 4.3.1: a manager and its broker are killed, and the broker, started again,
 * aborts what the manager left unfinished before it knows who leads the partitions; to these it
 * writes no end. Kafka's own {@code kafka-transactions.sh find-hanging} and {@code abort} mend it
 * by hand (KIP-664); it needs ALTER on the cluster where there are access rules.
 */
public final class HangingTransactions {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final Set<TransactionState> OVER =
      Set.of(
          TransactionState.EMPTY,
          TransactionState.COMPLETE_COMMIT,
          TransactionState.COMPLETE_ABORT);
  private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);

  private final Admin admin;
  private final String ours;

  /**
   * @param applicationId what the transactional ids of our managers begin with
   */
  public HangingTransactions(Admin admin, String applicationId) {
    this.admin = admin;
    this.ours = applicationId + '-';
  }

  /** A transaction in a partition, as the partition's leader sees it. */
  private record Open(TopicPartition partition, long producerId, int epoch, long from, int since) {
    static List<Open> of(TopicPartition partition, Collection<ProducerState> producers) {
      List<Open> open = new ArrayList<>();
      for (ProducerState each : producers) {
        each.currentTransactionStartOffset()
            .ifPresent(
                from ->
                    open.add(
                        new Open(
                            partition,
                            each.producerId(),
                            each.producerEpoch(),
                            from,
                            each.coordinatorEpoch().orElse(0))));
      }
      return open;
    }
  }

  /**
   * Aborts those in our topics and among the positions of groups; where others keep theirs, only
   * our own and those that no coordinator knows.
   *
   * @return how many
   */
  public int end(Collection<String> topics)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<String> all = new ArrayList<>(topics);
    all.add(Topic.GROUP_METADATA_TOPIC_NAME);
    List<Open> open = open(partitions(all));
    if (open.isEmpty()) {
      return 0;
    }
    Map<Long, Known> known = known(open);
    List<Open> suspect = open.stream().filter(each -> isOver(each, known)).toList();
    if (suspect.isEmpty()) {
      return 0;
    }
    // What ended between the two questions is not there any more, or has begun anew.
    List<Open> hanging = new ArrayList<>(open(suspect.stream().map(Open::partition).toList()));
    hanging.retainAll(suspect);
    int ended = 0;
    while (ended < hanging.size() && abort(hanging.get(ended))) {
      ended++;
    }
    return ended;
  }

  private List<TopicPartition> partitions(Collection<String> topics)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<TopicPartition> partitions = new ArrayList<>();
    for (KafkaFuture<TopicDescription> each :
        admin.describeTopics(topics).topicNameValues().values()) {
      try {
        TopicDescription topic = each.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        for (TopicPartitionInfo partition : topic.partitions()) {
          partitions.add(new TopicPartition(topic.name(), partition.partition()));
        }
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
    }
    return partitions;
  }

  private List<Open> open(List<TopicPartition> partitions)
      throws InterruptedException, ExecutionException, TimeoutException {
    return admin
        .describeProducers(partitions)
        .all()
        .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .entrySet()
        .stream()
        .flatMap(each -> Open.of(each.getKey(), each.getValue().activeProducers()).stream())
        .toList();
  }

  /** What a coordinator knows. */
  private record Known(String transactionalId, TransactionDescription of) {}

  /** By producer. */
  private Map<Long, Known> known(List<Open> open)
      throws InterruptedException, ExecutionException, TimeoutException {
    Set<Long> producers = open.stream().map(Open::producerId).collect(Collectors.toSet());
    List<String> ids =
        admin
            .listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
            .all()
            .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
            .stream()
            .map(TransactionListing::transactionalId)
            .toList();
    Map<Long, Known> known = new HashMap<>();
    admin
        .describeTransactions(ids)
        .all()
        .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .forEach(
            (id, description) -> known.put(description.producerId(), new Known(id, description)));
    return known;
  }

  private boolean isOver(Open open, Map<Long, Known> all) {
    Known known = all.get(open.producerId());
    if (known == null) {
      return true;
    }
    boolean isOurs =
        !open.partition().topic().equals(Topic.GROUP_METADATA_TOPIC_NAME)
            || known.transactionalId().startsWith(ours);
    return isOurs
        && OVER.contains(known.of().state())
        && !known.of().topicPartitions().contains(open.partition());
  }

  /** Whether it could be asked for: a leader that does not answer is not asked for the next. */
  private boolean abort(Open hanging) {
    LOG.warn(
        "a transaction of producer {} hangs in {} from offset {}: aborting it, or nobody reads on",
        hanging.producerId(),
        hanging.partition(),
        hanging.from());
    try {
      admin
          .abortTransaction(
              new AbortTransactionSpec(
                  hanging.partition(),
                  hanging.producerId(),
                  (short) hanging.epoch(),
                  hanging.since()))
          .all()
          .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      LOG.warn(
          "it cannot be aborted: {}; kafka-transactions.sh abort --topic {} --partition {}"
              + " --start-offset {} does it, with the right to ALTER the cluster",
          e.getCause() == null ? e : e.getCause().getMessage(),
          hanging.partition().topic(),
          hanging.partition().partition(),
          hanging.from());
      return !(e instanceof TimeoutException);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
