package io.oasis.containers;

import io.oasis.distribution.process.Wait;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import io.oasis.proving.CommittedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * What the topics have of a domain, all of it that was committed.
 *
 * @param said versions of all that managers said: decisions, settings, grants, renewals, which a
 *     manager numbers together
 * @param settings versions that an adapter was told
 * @param outcomes of the adapter, as they lie in the topic
 */
record DecisionLog(TreeSet<Version> said, Set<Version> settings, List<Outcome> outcomes) {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final List<Topic> TOPICS =
      List.of(Topic.DECISIONS, Topic.SETTINGS, Topic.GRANTS, Topic.OUTCOMES);

  /**
   * Reads until nothing is missing: a transaction ends in each partition by itself.
   *
   * @return what there is then, or after {@link #PATIENCE}
   */
  static DecisionLog read(String bootstrap, String domain) {
    AtomicReference<DecisionLog> last = new AtomicReference<>(look(bootstrap, domain));
    Wait.until(
        PATIENCE,
        LOOK,
        () -> {
          boolean isWhole = last.get().lost().isEmpty() && last.get().undecided().isEmpty();
          if (!isWhole) {
            last.set(look(bootstrap, domain));
          }
          return isWhole;
        });
    return last.get();
  }

  private static DecisionLog look(String bootstrap, String domain) {
    Map<String, Object> kafka = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    DecisionLog log = new DecisionLog(new TreeSet<>(), new TreeSet<>(), new ArrayList<>());
    CommittedLog.read(kafka, TOPICS).forEach(message -> log.take(domain, message));
    return log;
  }

  private void take(String domain, Message message) {
    switch (message) {
      case Decision decision when decision.domain().value().equals(domain) ->
          said.add(decision.header().version());
      case LeaseRenewal renewal when renewal.domain().value().equals(domain) ->
          said.add(renewal.version());
      case GrantBatch batch when batch.domain().value().equals(domain) ->
          batch.grants().forEach(grant -> said.add(grant.version()));
      case SettingBatch batch when batch.domain().value().equals(domain) ->
          batch.settings().forEach(setting -> settings.add(setting.version()));
      case OutcomeBatch batch when batch.domain().value().equals(domain) ->
          outcomes.addAll(batch.outcomes());
      default -> {}
    }
  }

  /** What a manager said and is not there, although what it said later is. */
  List<Version> lost() {
    TreeSet<Version> all = new TreeSet<>(said);
    all.addAll(settings);
    List<Version> lost = new ArrayList<>();
    Version before = Version.NONE;
    for (Version version : all) {
      if (version.epoch() == before.epoch()) {
        for (long missing = before.sequence() + 1; missing < version.sequence(); missing++) {
          lost.add(new Version(version.epoch(), missing));
        }
      }
      before = version;
    }
    return lost;
  }

  /** Versions that the adapter had in force and nobody told it, as far as the topic knows. */
  Set<Version> undecided() {
    Set<Version> undecided = new TreeSet<>();
    for (Outcome outcome : outcomes) {
      if (outcome.state() == Outcome.State.VERIFIED && !settings.contains(outcome.version())) {
        undecided.add(outcome.version());
      }
    }
    return undecided;
  }

  /** How often the adapter said of each cause that it let go. */
  Map<String, Integer> releases() {
    Map<String, Integer> causes = new LinkedHashMap<>();
    outcomes.stream()
        .filter(outcome -> outcome.state() == Outcome.State.RELEASED)
        .forEach(outcome -> causes.merge(outcome.cause(), 1, Integer::sum));
    return causes;
  }
}
