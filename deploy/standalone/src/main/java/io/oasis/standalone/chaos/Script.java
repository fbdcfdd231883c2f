package io.oasis.standalone.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * What is done in which order: scenes of one to three troubles that begin and end at any time of
 * each other, dealt from a shuffled deck of all troubles, so that each comes once before any comes
 * again. A function of the seed.
 */
final class Script {
  private static final int MOST_AT_ONCE = 3;
  private static final Duration LATEST_BEGIN = Duration.ofSeconds(3);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration SHORT = Duration.ofSeconds(8);

  /** One in so many lasts longer than a lease. */
  private static final int LONG_ONE_IN = 3;

  private final RandomGenerator random;
  private final Duration lease;
  private final Duration longest;
  private final List<Trouble> deck = new ArrayList<>();

  /**
   * @param longest that a trouble lasts; at least a lease and two seconds
   */
  Script(RandomGenerator random, Duration lease, Duration longest) {
    this.random = random;
    this.lease = lease;
    this.longest = longest;
  }

  /** A trouble in a scene, which starts at zero. */
  record Part(Trouble trouble, Duration from, Duration to) {}

  /** Begin or end of a part. */
  record Cue(Duration at, boolean begins, Trouble trouble) {}

  /** The next scene, in the order of its cues. */
  List<Cue> next() {
    int count = 1 + random.nextInt(MOST_AT_ONCE);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      draw(parts).ifPresent(trouble -> parts.add(timed(trouble)));
    }
    return cues(parts);
  }

  static List<Cue> cues(List<Part> parts) {
    List<Cue> cues = new ArrayList<>();
    for (Part part : parts) {
      cues.add(new Cue(part.from(), true, part.trouble()));
      cues.add(new Cue(part.to(), false, part.trouble()));
    }
    cues.sort(Comparator.comparing(Cue::at));
    return cues;
  }

  /** The first of the deck that goes with the others. */
  private Optional<Trouble> draw(List<Part> parts) {
    if (deck.isEmpty()) {
      deck.addAll(Trouble.all());
      Collections.shuffle(deck, Random.from(random));
    }
    for (int i = 0; i < deck.size(); i++) {
      Trouble candidate = deck.get(i);
      if (parts.stream().noneMatch(part -> part.trouble().excludes(candidate))) {
        return Optional.of(deck.remove(i));
      }
    }
    return Optional.empty();
  }

  private Part timed(Trouble trouble) {
    Duration from = between(Duration.ZERO, LATEST_BEGIN);
    boolean outlastsLease = random.nextInt(LONG_ONE_IN) == 0;
    Duration lasts =
        outlastsLease ? between(lease.plusSeconds(2), longest) : between(SHORTEST, SHORT);
    return new Part(trouble, from, from.plus(lasts));
  }

  private Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }
}
