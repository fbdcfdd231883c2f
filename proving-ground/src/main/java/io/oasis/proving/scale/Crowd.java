package io.oasis.proving.scale;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Journal;
import io.oasis.protocol.Message;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Domains that are enforced and whose demands change every other interval, each asking once a
 * second in its own part of the second; adapters answer what they are told. What the latency is:
 * {@link Answers}.
 */
final class Crowd implements AutoCloseable {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How long what was asked last is waited for; of what led to nothing it is told after 10 s. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(12);

  private static final int INBOX = 200_000;
  private static final double[] BEFORE = {900, 300};
  private static final double[] AFTER = {300, 900};
  private static final double SATURATED_IOPS_PER_QUEUE = 500;

  private final KafkaLink link;
  private final BlockingQueue<Message> told = new ArrayBlockingQueue<>(INBOX);
  private final TopicReader reader;
  private final List<Traffic> domains = new ArrayList<>();
  private final Map<String, Traffic> byName = new HashMap<>();
  private final Map<String, Answers> answers = new HashMap<>();
  private final int queuesEach;
  private final Thread answering;
  private int rounds;

  Crowd(Services services, int firstNumber, int domainCount, int queuesEach) {
    LinkConfig config = services.link("scale").withSendBuffer(64L << 20);
    this.queuesEach = queuesEach;
    link = KafkaLink.open(config, new SimpleMeterRegistry(), new Trust(services.seal(), Gate.OPEN));
    reader = link.read(Set.of(Topic.SETTINGS, Topic.JOURNAL), TopicReader.From.LATEST, told);
    for (int i = 0; i < domainCount; i++) {
      Traffic traffic = new Traffic(firstNumber + i, queuesEach);
      domains.add(traffic);
      byName.put(traffic.domain().value(), traffic);
      answers.put(traffic.domain().value(), new Answers());
    }
    answering = Thread.ofPlatform().daemon().name("scale-answers").start(this::answer);
  }

  /** Has every domain enforced. */
  void begin() {
    Wait.until(PATIENCE, reader::isPositioned);
    domains.forEach(domain -> Wait.until(PATIENCE, () -> link.send(domain.enforce())));
  }

  /**
   * So many seconds of it.
   *
   * @return how many intervals were asked for in a second; less than there are domains when this
   *     process could not keep up
   */
  double run(int seconds) {
    answers.values().forEach(Answers::forget);
    long start = System.nanoTime();
    long due = start;
    for (int second = 0; second < seconds; second++) {
      boolean turned = rounds++ / 2 % 2 == 0;
      for (Traffic domain : domains) {
        Wait.pause(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
        ask(domain, turned ? BEFORE : AFTER);
        due += SECOND_NANOS / domains.size();
      }
    }
    Wait.pause(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
    return 1e9 * seconds * domains.size() / (System.nanoTime() - start);
  }

  /** How long what was asked in the last run took; waits for the last answers. */
  LatencyLog latencies() {
    Wait.until(LAST_ANSWERS, () -> answers.values().stream().allMatch(Answers::isComplete));
    LatencyLog latencies = new LatencyLog();
    long end = System.nanoTime();
    answers.values().forEach(each -> each.measure(latencies, end));
    return latencies;
  }

  @Override
  public void close() {
    answering.interrupt();
    link.close();
  }

  private void ask(Traffic domain, double[] demands) {
    domain.adapter().forEach(link::send);
    Answers.Interval interval = answersOf(domain.domain()).ask(System.nanoTime());
    domain.requests(demands).forEach(link::send);
    link.send(domain.report(SATURATED_IOPS_PER_QUEUE * queuesEach), interval::taken);
  }

  private void answer() {
    try {
      while (true) {
        List<Message> next = new ArrayList<>(List.of(told.take()));
        told.drainTo(next);
        answer(next, System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(List<Message> next, long now) {
    List<OutcomeBatch> outcomes = new ArrayList<>();
    for (Message message : next) {
      if (message instanceof SettingBatch batch) {
        answersOf(batch.domain()).told(batch.at(), now);
        outcomes.addAll(Objects.requireNonNull(byName.get(batch.domain().value())).applied(batch));
      } else if (message instanceof Journal journal) {
        answersOf(journal.domain()).journaled(journal);
      }
    }
    OutcomeBatch.joined(outcomes).forEach(link::send);
  }

  private Answers answersOf(DomainId domain) {
    return Objects.requireNonNull(answers.get(domain.value()));
  }
}
