package io.oasis.brick.engine;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shows that an engine ends, whatever its timer is doing at that moment. */
class EngineEndTest {
  @Test
  @Timeout(60)
  void oneThatIsClosedRightAfterAChangeEnds() {
    assertThatCode(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                Engine engine =
                    new Engine(
                        "e",
                        DisciplineSpec.of(DisciplineSpec.Kind.NONE),
                        null,
                        1,
                        new SplittableRandom(1));
                Session session = engine.join("s", Terms.standard());
                for (int change = 1; change < 4; change++) {
                  engine.retune(session, Terms.standard().withLimits(change, 0));
                }
                engine.close();
              }
            })
        .doesNotThrowAnyException();
  }
}
