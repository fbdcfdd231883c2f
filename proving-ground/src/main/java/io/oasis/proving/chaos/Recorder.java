package io.oasis.proving.chaos;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Services;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Decision;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Hears what is said on the topics of the loop, by a way to the broker that is never cut: what
 * managers told an adapter, committed or not, and what it answered. Thread-safe.
 */
final class Recorder implements AutoCloseable {
  /** What is kept to be said again. */
  private static final int MOST_KEPT = 4_000;

  private final KafkaLink link;
  private final Runnable onWord;
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(100_000);
  private final Thread thread;
  private final List<Message> kept = new ArrayList<>();
  private final Map<QueueId, SettingBatch> newest = new HashMap<>();
  private final Map<QueueId, Outcome> answers = new HashMap<>();
  private final Set<Version> asked = new HashSet<>();
  private final Set<Version> inForce = new HashSet<>();
  private final Set<Message> heard = new HashSet<>();
  private final Map<AdapterId, SessionId> sessions = new HashMap<>();
  private Optional<String> domain = Optional.empty();
  private long statusNanos = System.nanoTime();
  private Version highest = Version.NONE;
  private final List<String> releases = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  /**
   * @param onWord told of each word that sets a limit or renews a lease
   */
  Recorder(Services services, Runnable onWord) {
    this.link =
        KafkaLink.open(
            services.link("chaos-recorder"),
            new SimpleMeterRegistry(),
            new Trust(services.seal(), Gate.OPEN));
    this.onWord = onWord;
    link.read(
        Set.of(Topic.SETTINGS, Topic.OUTCOMES, Topic.REQUESTS, Topic.DECISIONS),
        TopicReader.From.EARLIEST,
        inbox);
    this.thread = Thread.ofVirtual().name("chaos-recorder").start(this::run);
  }

  /** Only what concerns this domain counts from now on. */
  synchronized void follow(String followed) {
    domain = Optional.of(followed);
  }

  /** Sends a message as if it came from whoever sends such. */
  void say(Message message) {
    link.send(message);
  }

  synchronized List<Message> kept() {
    return List.copyOf(kept);
  }

  /** The newest setting of each queue, in a batch of its own. */
  synchronized Map<QueueId, SettingBatch> newest() {
    return Map.copyOf(newest);
  }

  synchronized void beginTakeover() {
    releases.clear();
    events.clear();
  }

  /** Which limits were let go since the takeover began, and why. */
  synchronized List<String> releases() {
    return List.copyOf(releases);
  }

  /** What decisions said had happened since then. */
  synchronized List<String> events() {
    return List.copyOf(events);
  }

  /** How long the adapter has not been heard. */
  synchronized Duration adapterSilence() {
    return Duration.ofNanos(System.nanoTime() - statusNanos);
  }

  /** Versions that are in force at the adapter and that no manager was heard to decide. */
  synchronized Set<Version> undecided() {
    Set<Version> undecided = new HashSet<>(inForce);
    undecided.removeAll(asked);
    return undecided;
  }

  /**
   * Queues whose newest setting has not been answered as in force, or let go, and what was. A limit
   * on what was taken away meanwhile is let go, too: who wants it still says so again. So an
   * adapter does with everything when its session ends: what it was told in one that is over is
   * void.
   */
  synchronized List<String> unanswered() {
    List<String> open = new ArrayList<>();
    newest.forEach(
        (queue, batch) -> {
          Setting setting = batch.settings().getFirst();
          Outcome answer = answers.get(queue);
          boolean settled =
              isOver(batch)
                  || answer != null
                      && answer.version().equals(setting.version())
                      && (answer.state() == Outcome.State.RELEASED
                          || setting.limit().isPresent() && isInForce(answer));
          if (!settled) {
            open.add("%s: told %s, answered last %s".formatted(queue, setting, answer));
          }
        });
    return open;
  }

  private boolean isOver(SettingBatch batch) {
    SessionId present = sessions.get(batch.adapter());
    return present != null && !present.equals(batch.session());
  }

  @Override
  public void close() {
    thread.interrupt();
    link.close();
  }

  private void run() {
    try {
      while (true) {
        hear(inbox.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void hear(Message message) {
    boolean isNew =
        switch (message) {
          case SettingBatch batch ->
              isOurs(batch.domain().value())
                  && !batch.session().equals(OldRecords.OVER)
                  && hear(batch);
          case LeaseRenewal renewal -> isOurs(renewal.domain().value()) && hear(renewal.version());
          case OutcomeBatch batch -> isOurs(batch.domain().value()) && hear(batch);
          case AdapterStatus told -> isOurs(told.domain().value()) && hear(told);
          case RequestBatch batch -> isOurs(batch.domain().value());
          case LunReport report -> isOurs(report.domain().value());
          case Decision decision -> isOurs(decision.domain().value()) && hear(decision);
          default -> false;
        };
    if (isNew && kept.size() < MOST_KEPT) {
      kept.add(message);
    }
  }

  private boolean isOurs(String spokenOf) {
    return domain.filter(spokenOf::equals).isPresent();
  }

  private boolean hear(SettingBatch batch) {
    boolean isNew = false;
    for (Setting setting : batch.settings()) {
      if (hear(setting.version())) {
        isNew = true;
        asked.add(setting.version());
        newest.put(setting.queue(), batch.with(List.of(setting)));
      }
    }
    return isNew;
  }

  /** Whether it is news: not said before, nor by a manager that was succeeded meanwhile. */
  private boolean hear(Version version) {
    if (!version.isAfter(highest)) {
      return false;
    }
    highest = version;
    onWord.run();
    return true;
  }

  private boolean hear(OutcomeBatch batch) {
    if (!heard.add(batch)) {
      return false;
    }
    boolean isNew = false;
    for (Outcome outcome : batch.outcomes()) {
      isNew |= hear(outcome);
    }
    return isNew;
  }

  private boolean hear(Outcome outcome) {
    Outcome known = answers.get(outcome.queue());
    if (known != null && known.version().isAfter(outcome.version())) {
      return false;
    }
    answers.put(outcome.queue(), outcome);
    if (outcome.state() == Outcome.State.RELEASED) {
      String cause = outcome.cause().isEmpty() ? "a manager let go of it" : outcome.cause();
      releases.add(outcome.queue() + ": " + cause);
    }
    if (isInForce(outcome)) {
      inForce.add(outcome.version());
    }
    return true;
  }

  /** Never to be said again: nobody in the loop reads decisions. */
  private boolean hear(Decision decision) {
    events.addAll(decision.events());
    return false;
  }

  private boolean hear(AdapterStatus told) {
    if (!heard.add(told)) {
      return false;
    }
    statusNanos = System.nanoTime();
    sessions.put(told.adapter(), told.session());
    return true;
  }

  private static boolean isInForce(Outcome outcome) {
    return switch (outcome.state()) {
      case VERIFIED, WRITTEN, INERT, VIOLATED -> true;
      case CONFLICT, STUCK, REFUSED, RELEASED -> false;
    };
  }
}
