package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows how names are ordered, printed and told apart. */
class NamesTest {
  static List<Function<String, Object>> kinds() {
    return List.of(
        AdapterId::new,
        ApplicationId::new,
        DomainId::new,
        HostId::new,
        LunId::new,
        SessionId::new,
        name -> new QueueId(new ApplicationId(name), new LunId("l")).application());
  }

  /** Logs, pages and keys show the name and nothing around it. */
  @ParameterizedTest
  @MethodSource("kinds")
  void aNameIsPrintedAsItIs(Function<String, Object> kind) {
    assertThat(kind.apply("db1")).hasToString("db1");
  }

  /** Whoever goes through them does so in the same order each time. */
  @ParameterizedTest
  @MethodSource("kinds")
  void namesAreInTheOrderOfTheirText(Function<String, Object> kind) {
    Object a = kind.apply("a");
    Object b = kind.apply("b");
    Object c = kind.apply("c");
    assertThat(new TreeSet<>(List.of(b, c, a, kind.apply("b")))).containsExactly(a, b, c);
  }

  @Test
  void queuesAreInTheOrderOfTheirApplicationsAndThenOfTheirLuns() {
    List<QueueId> ordered = new ArrayList<>();
    for (String text : List.of("a|m", "a|n", "b|l", "b|m")) {
      ordered.add(QueueId.parse(text));
    }
    assertThat(new TreeSet<>(ordered.reversed())).containsExactlyElementsOf(ordered);
    assertThat(QueueId.parse("b|l").compareTo(QueueId.parse("b|l"))).isZero();
  }

  @Test
  void queuesAreTheSameWhenApplicationAndLunAre() {
    QueueId queue = QueueId.parse("a|l");
    assertThat(QueueId.parse("a|l")).isEqualTo(queue).hasSameHashCodeAs(queue);
    assertThat(queue)
        .isNotEqualTo(QueueId.parse("b|l"))
        .isNotEqualTo(QueueId.parse("a|m"))
        .isNotEqualTo("a|l");
  }

  /** Every map of queues would be a list otherwise. */
  @Test
  void queuesOfManyApplicationsAndLunsHaveDifferentHashes() {
    Set<Integer> hashes = new HashSet<>();
    for (char application = 'a'; application <= 'z'; application++) {
      for (char lun = 'a'; lun <= 'z'; lun++) {
        hashes.add(QueueId.parse(application + "|" + lun).hashCode());
      }
    }
    assertThat(hashes).hasSize(26 * 26);
  }

  @Test
  void aLaterEpochBeatsAHigherSequence() {
    Version version = new Version(2, 5);
    assertThat(version.isAfter(new Version(1, 6))).isTrue();
    assertThat(version.isAfter(new Version(2, 4))).isTrue();
    assertThat(version.isAfter(new Version(2, 5))).isFalse();
    assertThat(version.isAfter(new Version(2, 6))).isFalse();
    assertThat(version.isAfter(new Version(3, 4))).isFalse();
  }
}
