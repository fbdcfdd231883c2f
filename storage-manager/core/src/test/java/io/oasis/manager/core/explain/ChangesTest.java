package io.oasis.manager.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Iops;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RailsChange;
import io.oasis.protocol.RailsChange.Difference;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shows that a change is told once, with who, why, and every field before and after. */
class ChangesTest {
  private static final DomainId DOMAIN = new DomainId("disk:x");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final GuardRails BEFORE = GuardRails.initial(DOMAIN, Mode.SHADOW, "oasis");

  @Test
  void everyFieldThatDiffersIsToldBeforeAndAfter() {
    GuardRails limited =
        new GuardRails(DOMAIN, 1, NOW, Mode.SHADOW, "oasis", List.of(rail("app", 500)), List.of());
    GuardRails other =
        new GuardRails(DOMAIN, 2, NOW, Mode.ENFORCE, "oasis", List.of(rail("app", 400)), List.of());
    assertThat(Changes.of(limited, other).differences())
        .containsExactly(
            new Difference(
                "APPLICATION app limit.iops", Optional.of("500.0"), Optional.of("400.0")),
            new Difference("mode", Optional.of("SHADOW"), Optional.of("ENFORCE")));
    assertThat(Changes.of(limited, BEFORE).differences())
        .containsExactly(
            new Difference("APPLICATION app limit.iops", Optional.of("500.0"), Optional.empty()));
  }

  @Test
  void everyFieldOfARailIsTold() {
    GuardRails.GuardRail all =
        new GuardRails.GuardRail(
            GuardRails.Scope.GROUP,
            "h:/a/",
            Optional.of(2.0),
            Optional.of(both(100, 1_000)),
            Optional.of(both(200, 2_000)),
            true);
    GuardRails.MovedLun moved =
        new GuardRails.MovedLun(new LunId("wwid:1"), new DomainId("disk:y"));
    assertThat(
            Changes.of(
                    BEFORE,
                    new GuardRails(
                        DOMAIN, 1, NOW, Mode.SHADOW, "even", List.of(all), List.of(moved)))
                .differences())
        .containsExactly(
            is("GROUP h:/a/ exclude", "true"),
            is("GROUP h:/a/ limit.bytesPerSecond", "2000.0"),
            is("GROUP h:/a/ limit.iops", "200.0"),
            is("GROUP h:/a/ reserve.bytesPerSecond", "1000.0"),
            is("GROUP h:/a/ reserve.iops", "100.0"),
            is("GROUP h:/a/ weight", "2.0"),
            is("moved wwid:1", "disk:y"),
            new Difference("policy", Optional.of("oasis"), Optional.of("even")));
  }

  private static RateBound both(double iops, double bytesPerSecond) {
    return new RateBound(
        Optional.of(new Iops(iops)), Optional.of(new BytesPerSecond(bytesPerSecond)));
  }

  private static Difference is(String field, String now) {
    return new Difference(field, Optional.empty(), Optional.of(now));
  }

  @Test
  void ofVeryManyTheFirstAreToldAndAllAreCounted() {
    List<GuardRails.GuardRail> rails =
        IntStream.range(0, 2_000).mapToObj(i -> rail("app-" + i, 100)).toList();
    RailsChange change =
        Changes.of(BEFORE, new GuardRails(DOMAIN, 1, NOW, Mode.SHADOW, "oasis", rails, List.of()));
    assertThat(change.differences()).hasSize(RailsChange.MOST_DIFFERENCES);
    assertThat(change.totalDifferences()).isEqualTo(2_000);
  }

  @Test
  void aControllerTellsAChangeThatItObeysOnceAndOneThatItRefusesNever() {
    DomainController controller =
        new DomainController(
            DOMAIN, ControllerConfig.DEFAULT, Optional.empty(), List.<QueueMemory>of());
    GuardRails said =
        BEFORE
            .in(Mode.OBSERVE)
            .revised(new GuardRails.Change(5, NOW, Optional.of("quiet"), Optional.of("alice")));
    List<RailsChange> told = told(controller.on(new Input.RailsChanged(said), NOW));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().change()).isEqualTo(said.change());
    assertThat(told.getFirst().differences())
        .contains(new Difference("mode", Optional.of("SHADOW"), Optional.of("OBSERVE")));
    assertThat(told(controller.on(new Input.RailsChanged(said), NOW))).as("again").isEmpty();
  }

  private static List<RailsChange> told(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Publish.class::isInstance)
        .map(effect -> ((Effect.Publish) effect).message())
        .filter(RailsChange.class::isInstance)
        .map(RailsChange.class::cast)
        .toList();
  }

  private static GuardRails.GuardRail rail(String name, double iops) {
    return new GuardRails.GuardRail(
        GuardRails.Scope.APPLICATION,
        name,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new RateBound(Optional.of(new Iops(iops)), Optional.empty())),
        false);
  }
}
