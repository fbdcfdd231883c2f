package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows what weights do on a real kernel, and that they are not written where they do nothing. */
public class IoCostKernelTest {
  /** So many are judged: four seconds of the device. */
  private static final long IOS = 400;

  private KernelLab lab;

  @BeforeEach
  void need() {
    IoCostTargetTest.need();
  }

  @AfterEach
  void close() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void aWeightIsNotWrittenWhereNothingDividesByWeights() throws Exception {
    lab = new KernelLab();
    Place place = lab.place("a");
    IoCost weights = new IoCost(lab.mount().directory(), java.nio.file.Path.of("/sys"));

    assertThatThrownBy(() -> weights.apply(place, Throttle.NONE, Throttle.ofWeight(300)))
        .hasMessageContaining("enable=1' > " + lab.mount().directory() + "/io.cost.qos");
  }

  @Test
  void threeTimesTheWeightGetsThreeTimesAsMuch() throws Exception {
    lab = new IoCostLab();
    List<Place> places = List.of(lab.place("a"), lab.place("b"));
    lab.target().apply(places.get(0), Throttle.NONE, Throttle.ofWeight(300));
    lab.target().apply(places.get(1), Throttle.NONE, Throttle.ofWeight(100));
    try (Readers readers = Readers.start(lab, places, 2)) {
      double heavy = readers.parts(IOS).getFirst();
      System.out.printf(Locale.ROOT, "weights 300 and 100: %.3f of the reads%n", heavy);
      assertThat(heavy).isBetween(0.7, 0.8);
    }
  }
}
