package io.oasis.proving.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Shows that the seed alone says what is done, that all of it is, and that parts of a scene agree.
 */
class ScriptTest {
  private static final Duration LEASE = Duration.ofSeconds(15);

  private static Script script(long seed) {
    return new Script(new SplittableRandom(seed), LEASE, Script.Pace.STEADY);
  }

  @Test
  void theSameSeedGivesTheSameScenes() {
    Script one = script(3);
    Script other = script(3);
    for (int i = 0; i < 50; i++) {
      assertThat(one.next()).isEqualTo(other.next());
    }
    assertThat(scenes(script(4), 10)).isNotEqualTo(scenes(script(3), 10));
  }

  @Test
  void everyTroubleComesAndPartsOfASceneDoNotUndoEachOther() {
    Set<Trouble> seen = new HashSet<>();
    for (List<Script.Cue> scene : scenes(script(1), Trouble.all().size())) {
      List<Trouble> together =
          scene.stream().filter(Script.Cue::begins).map(Script.Cue::trouble).toList();
      assertThat(together).hasSizeBetween(1, 3);
      assertThat(scene).hasSize(2 * together.size()).isSortedAccordingTo(byTime());
      for (int i = 0; i < together.size(); i++) {
        for (Trouble other : together.subList(i + 1, together.size())) {
          assertThat(together.get(i).excludes(other)).as(together.toString()).isFalse();
        }
      }
      seen.addAll(together);
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(Trouble.all());
  }

  @Test
  void someTroublesOutlastALease() {
    long lasting =
        scenes(script(2), 60).stream()
            .filter(scene -> scene.getLast().at().compareTo(LEASE.plusSeconds(2)) > 0)
            .count();
    assertThat(lasting).isBetween(10L, 55L);
  }

  /** With as long for what comes between scenes as was measured. */
  @Test
  void aShortRunDealsEverythingInSomeFourMinutesAndALongOneInItsTime() {
    for (long seed = 1; seed <= 3; seed++) {
      Script brisk = new Script(new SplittableRandom(seed), LEASE, Script.Pace.BRISK);
      assertThat(untilAllAreDealt(brisk, 6)).isBetween(150.0, 270.0);
      assertThat(untilAllAreDealt(script(seed), 6)).isLessThan(20 * 60);
    }
  }

  private static double untilAllAreDealt(Script script, double recoverySeconds) {
    double seconds = 0;
    while (!script.hasDealtAll()) {
      seconds += script.next().getLast().at().toMillis() / 1e3 + recoverySeconds;
    }
    return seconds;
  }

  private static List<List<Script.Cue>> scenes(Script script, int count) {
    List<List<Script.Cue>> scenes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      scenes.add(script.next());
    }
    return scenes;
  }

  private static Comparator<Script.Cue> byTime() {
    return Comparator.comparing(Script.Cue::at);
  }
}
