package io.oasis.proving.chaos;

import io.oasis.distribution.Services;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import io.oasis.proving.CommittedLog;
import io.oasis.proving.LunWatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The state of a domain as its log has it: the settings and the committed decisions, from the first
 * to the last, but for those in a session that is over or that chaos itself made up.
 *
 * @param upTo what came after it is left out
 * @param settings the newest of each queue
 * @param decided the newest decision's limit of each queue
 */
record LogReplay(Version upTo, Map<QueueId, Setting> settings, Map<QueueId, RateBound> decided) {
  /** Obeyed at once: whether their transaction was committed later says nothing. */
  private static final List<Topic> TOLD = List.of(Topic.OUTCOMES, Topic.SETTINGS);

  /** A limit is sent again when it has changed by more than this part, or the I/O size by more. */
  private static final double SAME = 0.06;

  /** What a manager shows that the log does not say; empty when they agree. */
  static List<String> differences(
      Services services, DomainId domain, Optional<ControlWatch.Shown> shown) {
    return shown
        .map(it -> of(log(services.kafka()), domain, it.version()).differences(it.queues()))
        .orElse(List.of("no manager shows the domain as it is at one moment"));
  }

  private static List<Message> log(Map<String, Object> kafka) {
    List<Message> log = new ArrayList<>(CommittedLog.readAll(kafka, TOLD));
    log.addAll(CommittedLog.read(kafka, List.of(Topic.DECISIONS)));
    return log;
  }

  /**
   * An adapter lets go of what was taken away, and of everything when its session ends: what it was
   * told of that is void.
   */
  static LogReplay of(List<Message> log, DomainId domain, Version upTo) {
    Map<AdapterId, SessionId> present = present(log);
    Map<QueueId, Setting> newest = new TreeMap<>();
    Map<QueueId, RateBound> decided = new TreeMap<>();
    Version[] last = {Version.NONE};
    for (Message message : log) {
      if (message instanceof SettingBatch batch
          && batch.domain().equals(domain)
          && batch.session().equals(present.get(batch.adapter()))) {
        batch.settings().stream()
            .filter(setting -> !setting.version().isAfter(upTo))
            .forEach(setting -> newest.merge(setting.queue(), setting, LogReplay::newer));
      } else if (message instanceof Decision decision
          && decision.domain().equals(domain)
          && decision.header().version().isAfter(last[0])
          && !decision.header().version().isAfter(upTo)) {
        last[0] = decision.header().version();
        take(decision, decided);
      }
    }
    log.stream()
        .filter(OutcomeBatch.class::isInstance)
        .map(OutcomeBatch.class::cast)
        .flatMap(batch -> batch.outcomes().stream())
        .filter(outcome -> outcome.state() == Outcome.State.RELEASED)
        .forEach(
            outcome ->
                newest.computeIfPresent(
                    outcome.queue(),
                    (_, told) -> outcome.version().equals(told.version()) ? null : told));
    return new LogReplay(upTo, newest, decided);
  }

  private static Setting newer(Setting a, Setting b) {
    return b.version().isAfter(a.version()) ? b : a;
  }

  /**
   * The session of each adapter that has seen most, or was heard of last: chaos says old words
   * again, also where the log has lost them.
   */
  private static Map<AdapterId, SessionId> present(List<Message> log) {
    Map<AdapterId, AdapterStatus> newest = new HashMap<>();
    Set<SessionId> heard = new HashSet<>();
    for (Message message : log) {
      if (message instanceof AdapterStatus status) {
        boolean isNew = heard.add(status.session());
        newest.merge(
            status.adapter(), status, (known, next) -> isPast(known, next, isNew) ? next : known);
      }
    }
    Map<AdapterId, SessionId> present = new HashMap<>();
    newest.forEach((adapter, status) -> present.put(adapter, status.session()));
    return present;
  }

  private static boolean isPast(AdapterStatus known, AdapterStatus next, boolean isNew) {
    int more = next.highestVersion().compareTo(known.highestVersion());
    return more > 0 || more == 0 && isNew;
  }

  private static void take(Decision decision, Map<QueueId, RateBound> decided) {
    for (Decision.QueueDecision queue : decision.queues()) {
      queue
          .step()
          .limit()
          .ifPresentOrElse(
              limit -> decided.put(queue.queue(), limit), () -> decided.remove(queue.queue()));
    }
  }

  List<String> differences(List<JsonNode> shown) {
    List<String> differences = new ArrayList<>();
    if (shown.isEmpty()) {
      differences.add("no manager shows any queue");
    }
    for (JsonNode queue : shown) {
      QueueId id = QueueId.parse(queue.path("queue").asString(""));
      Optional<Double> inForce = LunWatch.number(queue, "limitIops");
      Optional<Setting> setting = Optional.ofNullable(settings.get(id));
      Optional<Double> logged = setting.flatMap(Setting::limit).flatMap(LogReplay::iops);
      Optional<Double> last = Optional.ofNullable(decided.get(id)).flatMap(LogReplay::iops);
      boolean agree =
          isSame(inForce, logged)
              && inForce.isPresent() == last.isPresent()
              && (last.isEmpty() || Math.abs(last.get() - inForce.get()) <= SAME * last.get());
      if (!agree) {
        differences.add(
            "%s at %s: the manager shows %s, the newest decision has %s, the newest setting is %s"
                .formatted(id, upTo, inForce, last, setting));
      }
    }
    return differences;
  }

  /**
   * Schedulers take whole operations a second, and a manager that took over shows what is in force.
   */
  private static boolean isSame(Optional<Double> inForce, Optional<Double> logged) {
    return inForce.isPresent() == logged.isPresent()
        && (logged.isEmpty() || Math.abs(logged.get() - inForce.orElseThrow()) < 1);
  }

  private static Optional<Double> iops(RateBound bound) {
    return bound.iops().map(iops -> iops.perSecond());
  }
}
