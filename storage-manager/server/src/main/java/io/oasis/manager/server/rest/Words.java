package io.oasis.manager.server.rest;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.partition.InsulationView;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Decisions and queues in sentences for people. Reasons themselves are the controller's. */
final class Words {
  /** Part of an allocation by which it must have moved to be told of. */
  private static final double LEAST_MOVE = 0.005;

  /** Less than one I/O waiting is nobody's. */
  private static final double LEAST_HELD = 0.5;

  private Words() {}

  /** What happened, then the queues that moved most, then how many more. */
  static List<String> of(Decision decision, int most) {
    List<String> words = new ArrayList<>(decision.events());
    List<Decision.QueueDecision> moved =
        decision.queues().stream()
            .filter(Words::worthTelling)
            .sorted(Comparator.comparingDouble(Words::move).reversed())
            .toList();
    moved.stream().limit(most).map(Words::sentence).forEach(words::add);
    if (moved.size() > most) {
      words.add("and %d more queues".formatted(moved.size() - most));
    }
    return List.copyOf(words);
  }

  /** Why a queue gets what it gets, as a story: what it does, wants, should have, has. */
  static List<String> explain(DomainView domain, DomainView.QueueView queue) {
    List<String> words = new ArrayList<>();
    words.add(
        "%s uses %s at a mean latency of %s with %s outstanding."
            .formatted(
                name(queue.queue()),
                rate(queue.measured().usage()),
                latency(queue.measured().meanLatencyMicros()),
                number(queue.measured().outstanding())));
    words.add(demand(queue));
    if (!domain.decided().insulation().isEmpty()) {
      words.add("Nobody is limited: the policy plans slices of the device's time and its cache.");
      words.addAll(insulated(domain, queue));
      return words;
    }
    words.add(
        "The policy %s gives it %s (bound by %s): %s."
            .formatted(
                domain.rails().policy(),
                rate(queue.share().target()),
                lower(queue.share().bound()),
                trimmed(queue.reason())));
    words.add(granted(domain, queue));
    words.addAll(waiting(queue));
    return words;
  }

  /** What waits behind its limit and in the device, where anything is known to. */
  static List<String> waiting(DomainView.QueueView queue) {
    return Stream.of(
            queue
                .measured()
                .held()
                .filter(waiting -> waiting >= LEAST_HELD)
                .map(waiting -> "%.0f I/Os wait behind our limit.".formatted(waiting)),
            queue
                .measured()
                .unserved()
                .map(
                    waiting ->
                        "The device does others first and does not get to %.0f I/Os, of which some may be its own."
                            .formatted(Math.max(1, waiting))))
        .flatMap(Optional::stream)
        .toList();
  }

  /** What is planned for it, on the device that it uses. */
  private static List<String> insulated(DomainView domain, DomainView.QueueView queue) {
    List<String> words = new ArrayList<>();
    for (InsulationView device : domain.decided().insulation()) {
      if (!device.obstacle().isEmpty()) {
        words.add("%s is not planned: %s.".formatted(device.cache(), device.obstacle()));
      }
      device.plan().stream()
          .flatMap(plan -> plan.workloads().stream())
          .filter(place -> place.profile().name().equals(queue.queue().application().value()))
          .forEach(
              place -> {
                words.add(
                    "On %s it has slices of %s ms and %s MB of cache: %s, %s."
                        .formatted(
                            device.cache(),
                            number(place.sliceMicros() / 1e3),
                            number(place.partitionBytes() / 1e6),
                            lower(place.status()),
                            trimmed(place.why())));
                words.add(
                    device.inForce()
                        ? "That is in force."
                        : "That is not in force: the mode is " + domain.rails().mode() + ".");
              });
    }
    return words;
  }

  static String limit(RateBound bound) {
    List<String> parts = new ArrayList<>();
    bound.iops().ifPresent(iops -> parts.add(number(iops.perSecond()) + " IOPS"));
    bound.bytesPerSecond().ifPresent(bytes -> parts.add(bytes(bytes.perSecond())));
    return String.join(" and ", parts);
  }

  static String number(double value) {
    double size = StrictMath.abs(value);
    if (size >= 1_000_000) {
      return String.format(Locale.ROOT, "%.1f M", value / 1_000_000);
    }
    if (size >= 10_000) {
      return String.format(Locale.ROOT, "%.1f k", value / 1_000);
    }
    return String.format(Locale.ROOT, size >= 10 || size == 0 ? "%.0f" : "%.1f", value);
  }

  private static String demand(DomainView.QueueView queue) {
    String wants =
        switch (queue.measured().demand().quality()) {
          case OBSERVED -> "It wants " + rate(queue.measured().demand().rate());
          case CENSORED -> "It wants at least " + rate(queue.measured().demand().rate());
          case STALE -> "When last measured it wanted " + rate(queue.measured().demand().rate());
        };
    String estimate =
        queue
            .measured()
            .demand()
            .estimate()
            .map(e -> ", perhaps " + number(e.iops().perSecond()) + " IOPS")
            .orElse("");
    String reason = queue.measured().demand().reason();
    return wants + estimate + (reason.isBlank() ? "." : ": " + trimmed(reason) + ".");
  }

  private static String granted(DomainView domain, DomainView.QueueView queue) {
    if (queue.share().granted().isEmpty()) {
      return domain.rails().mode() == Mode.ENFORCE
          ? "It is not bounded."
          : "It is not bounded: the mode is " + domain.rails().mode() + ".";
    }
    String granted = "It is granted " + rate(queue.share().granted().get());
    if (queue.inForce().limit().isEmpty()) {
      return granted + ", which is not enforced: the mode is " + domain.rails().mode() + ".";
    }
    String pushed = granted + "; the limit pushed is " + limit(queue.inForce().limit().get());
    String state =
        queue.inForce().state().map(Words::state).orElse("the adapter has not answered yet");
    String cause =
        queue.inForce().cause().isBlank() ? "" : " (" + trimmed(queue.inForce().cause()) + ")";
    return pushed + ", " + state + cause + ".";
  }

  private static String state(Outcome.State state) {
    return switch (state) {
      case VERIFIED -> "read back and seen to hold";
      case WRITTEN -> "read back, not yet tested by demand above it";
      case INERT -> "read back, but it holds nothing back";
      case VIOLATED -> "but more passes than it allows";
      case CONFLICT -> "but somebody else wrote there, so Oasis stopped";
      case STUCK -> "but the target does not answer";
      case REFUSED -> "which the adapter refused";
      case RELEASED -> "which was let go";
    };
  }

  private static String sentence(Decision.QueueDecision queue) {
    String before = queue.step().before().map(Words::number).orElse("no limit");
    String after = queue.step().after().map(Words::number).orElse("no limit");
    String amount =
        before.equals(after) ? "stays at " + after : before + " \u2192 " + after + " cost/s";
    String limit = queue.step().limit().map(bound -> ", limit " + limit(bound)).orElse("");
    return "%s: %s%s; %s."
        .formatted(name(queue.queue()), amount, limit, trimmed(queue.why().reason()));
  }

  private static boolean worthTelling(Decision.QueueDecision queue) {
    double size = Math.max(queue.step().before().orElse(0.0), queue.step().after().orElse(0.0));
    return move(queue) > LEAST_MOVE * size;
  }

  private static double move(Decision.QueueDecision queue) {
    if (queue.step().before().isPresent() != queue.step().after().isPresent()) {
      return Double.MAX_VALUE;
    }
    return StrictMath.abs(queue.step().before().orElse(0.0) - queue.step().after().orElse(0.0));
  }

  private static String name(QueueId queue) {
    return queue.application() + " on " + queue.lun();
  }

  private static String rate(Bandwidth bandwidth) {
    return number(bandwidth.iops().perSecond())
        + " IOPS ("
        + bytes(bandwidth.bytesPerSecond().perSecond())
        + ")";
  }

  private static String bytes(double perSecond) {
    if (perSecond >= 1e9) {
      return String.format(Locale.ROOT, "%.2f GB/s", perSecond / 1e9);
    }
    return perSecond >= 1e6
        ? String.format(Locale.ROOT, "%.1f MB/s", perSecond / 1e6)
        : String.format(Locale.ROOT, "%.0f kB/s", perSecond / 1e3);
  }

  private static String latency(double micros) {
    return micros >= 1_000
        ? String.format(Locale.ROOT, "%.1f ms", micros / 1_000)
        : String.format(Locale.ROOT, "%.0f \u00b5s", micros);
  }

  private static String lower(Enum<?> bound) {
    return bound.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String trimmed(String sentence) {
    String text = sentence.strip();
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
