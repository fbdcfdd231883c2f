package io.oasis.manager.server.rest;

import io.oasis.manager.core.decide.Way;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mode of a domain, and what ENFORCE does or would do.
 *
 * @param reason given with the last change of mode or guard rails
 * @param actor who made that change
 * @param enforceable whether an adapter is there to enforce
 * @param enforceWouldLimit how many queues ENFORCE would limit now
 * @param words the same in sentences
 */
public record ModeShape(
    String domain,
    Mode mode,
    long revision,
    @Nullable String reason,
    @Nullable String actor,
    boolean enforceable,
    int enforceWouldLimit,
    List<String> words) {
  private static final int MAX_WORDS = 5;

  /** Those first that would have to give up most. */
  private static final Comparator<DomainView.QueueView> MOST_TAKEN =
      Comparator.comparingDouble(
          queue -> shareOf(queue) - queue.measured().usage().iops().perSecond());

  /**
   * @param reason why: kept with the mode, in the decisions and in the log
   * @param revision the one that was seen; absent: whatever is there
   */
  public record Change(@Nullable Mode mode, @Nullable String reason, @Nullable Long revision) {}

  static ModeShape of(DomainView view) {
    List<DomainView.QueueView> bounded =
        view.queues().stream()
            .filter(queue -> isBounded(view, queue))
            .sorted(MOST_TAKEN.thenComparing(QueueShape.BUSIEST))
            .toList();
    boolean alive = view.enforcement().adapter().map(DomainView.AdapterView::alive).orElse(false);
    List<String> words = new ArrayList<>();
    words.add(
        switch (view.rails().mode()) {
          case OBSERVE -> "Oasis measures and does not decide.";
          case SHADOW -> "Oasis decides and shows, and pushes nothing.";
          case ENFORCE -> "Oasis pushes its limits to the attached scheduler.";
        });
    if (!alive) {
      words.add("No adapter serves this domain now, so no limit can be set.");
    }
    for (DomainView.QueueView queue : bounded.stream().limit(MAX_WORDS).toList()) {
      words.add(sentence(queue, view.rails().mode() == Mode.ENFORCE));
    }
    if (view.rails().mode() != Mode.ENFORCE && isAsking(view)) {
      words.add(
          "ENFORCE asks first: who takes too much stays free as long as nobody gains by its"
              + " limit.");
    }
    if (bounded.size() > MAX_WORDS) {
      words.add("and %d more queues.".formatted(bounded.size() - MAX_WORDS));
    }
    return new ModeShape(
        view.domain().value(),
        view.rails().mode(),
        view.rails().revision(),
        view.rails().change().reason().orElse(null),
        view.rails().change().actor().orElse(null),
        alive,
        bounded.size(),
        words);
  }

  private static boolean isAsking(DomainView view) {
    return switch (Way.of(view.rails().policy())) {
      case ASKING, LEVEL -> view.decided().insulation().isEmpty();
      case EVEN, BY_CAPACITY -> false;
    };
  }

  /** Whoever uses less than its share is given room, not taken from. */
  private static String sentence(DomainView.QueueView queue, boolean now) {
    double share = shareOf(queue);
    double usage = queue.measured().usage().iops().perSecond();
    String may =
        share < usage
            ? (now ? "is held to" : "would be held to")
            : (now ? "may use up to" : "could use up to");
    return "%s %s %s IOPS; it uses %s."
        .formatted(queue.queue().application(), may, Words.number(share), Words.number(usage));
  }

  private static boolean isBounded(DomainView view, DomainView.QueueView queue) {
    return queue.share().granted().isPresent()
        || (view.rails().mode() != Mode.ENFORCE && queue.share().foreseen().isPresent());
  }

  /**
   * What a queue is granted; where nothing is granted yet, what the limit foreseen lets it have.
   */
  private static double shareOf(DomainView.QueueView queue) {
    return queue
        .share()
        .granted()
        .or(queue::foreseenBandwidth)
        .orElse(queue.share().target())
        .iops()
        .perSecond();
  }
}
