package io.oasis.proving.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
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

  /**
   * How much is dealt how fast.
   *
   * @param least troubles in a scene, as long as they go with each other
   * @param longOneIn one in so many lasts longer than a lease
   * @param beyondLease how much longer at most; at least two seconds
   */
  record Pace(int least, int longOneIn, Duration beyondLease) {
    /** Deals all there is in some four minutes. */
    static final Pace BRISK = new Pace(MOST_AT_ONCE, 6, Duration.ofSeconds(4));

    /** Up to a minute each, some alone. */
    static final Pace STEADY = new Pace(1, 3, Duration.ofSeconds(45));
  }

  private final RandomGenerator random;
  private final Duration lease;
  private final Pace pace;
  private final List<Trouble> deck = new ArrayList<>();
  private final Set<Trouble> dealt = new HashSet<>();

  Script(RandomGenerator random, Duration lease, Pace pace) {
    this.random = random;
    this.lease = lease;
    this.pace = pace;
  }

  /** A trouble in a scene, which starts at zero. */
  record Part(Trouble trouble, Duration from, Duration to) {}

  /** Begin or end of a part. */
  record Cue(Duration at, boolean begins, Trouble trouble) {}

  /** The next scene, in the order of its cues. */
  List<Cue> next() {
    int count = random.nextInt(pace.least(), MOST_AT_ONCE + 1);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      draw(parts).ifPresent(trouble -> parts.add(timed(trouble)));
    }
    parts.forEach(part -> dealt.add(part.trouble()));
    return cues(parts);
  }

  /** Whether each trouble has come. */
  boolean hasDealtAll() {
    return dealt.containsAll(Trouble.all());
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
    boolean outlastsLease = random.nextInt(pace.longOneIn()) == 0;
    Duration lasts =
        outlastsLease
            ? between(lease.plusSeconds(2), lease.plus(pace.beyondLease()))
            : between(SHORTEST, SHORT);
    return new Part(trouble, from, from.plus(lasts));
  }

  private Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }
}
