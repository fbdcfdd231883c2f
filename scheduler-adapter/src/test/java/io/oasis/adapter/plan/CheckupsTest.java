package io.oasis.adapter.plan;

import static io.oasis.adapter.plan.GivenCore.PLACE;
import static io.oasis.adapter.plan.GivenCore.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Grain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shows what is found about limits, and how often it is told. */
class CheckupsTest {
  private final GivenCore given = new GivenCore(Form.ofBoth(Grain.from(2, 8_192)), Set.of());

  private static List<Findings> findings(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Tell.class::isInstance)
        .map(effect -> ((Effect.Tell) effect).message())
        .filter(Findings.class::isInstance)
        .map(Findings.class::cast)
        .toList();
  }

  private void measured(long ios) {
    Throttle held = Throttle.ofBoth(100, 0);
    given.step(new Input.Measured(QUEUE, PLACE, Optional.of(held), new Counters(ios, 0, 0, 0)));
  }

  @Test
  void theyAreToldEveryFiveSeconds() {
    given.put(100);
    assertThat(findings(given.tickAfter(0))).hasSize(1);
    assertThat(findings(given.tickAfter(4_999))).isEmpty();
    assertThat(findings(given.tickAfter(1))).hasSize(1);
    assertThat(findings(given.tickAfter(1))).isEmpty();
  }

  @Test
  void aLimitIsPendingUntilItIsSeenToHold() {
    given.put(100);
    measured(0);
    assertThat(findings(given.tickAfter(0)))
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.limits()).isEqualTo(1);
              assertThat(told.verified()).isZero();
              assertThat(told.findings().getFirst().where())
                  .isEqualTo(new Finding.Where("fake", "/cg/a", "7:1", Throttle.Part.IOPS.label()));
            });
    given.tickAfter(5_000);
    measured(500);
    assertThat(findings(given.tickAfter(5_000)))
        .singleElement()
        .satisfies(told -> assertThat(told.verified()).isEqualTo(1));
  }

  /** What was found at a place is no word about a limit that is not there yet. */
  @Test
  void aFaultIsThatOfALimitInForceOnly() {
    Fault fault = new Fault(Finding.Verdict.INERT, "it is passed by", "mend it");
    given.step(new Input.Examined(Map.of(PLACE, Map.of(Throttle.Part.IOPS, fault))));
    given.ask(100);
    given.step(new Input.Settle());
    assertThat(findings(given.tickAfter(0)).getFirst().wrong()).isZero();
    given.applied(new Verdict.InForce(Throttle.ofBoth(100, 0)));
    assertThat(findings(given.tickAfter(5_000)))
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.wrong()).isEqualTo(1);
              assertThat(told.findings().getFirst().cause()).isEqualTo("it is passed by");
            });
  }
}
