package io.oasis.adapter.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.BrickLab;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.client.BrickClient;
import io.oasis.protocol.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows on a real brick that weights which its discipline ignores are told from those it heeds. */
class BrickDoctorTest {
  @Test
  void namesSharesAndReservesThatTheDisciplineDoesNotHeed() throws Exception {
    try (BrickLab lab = new BrickLab()) {
      Place place = lab.place("a");
      lab.foreignWrite(place, Part.SHARE, 3_000);
      lab.foreignWrite(place, Part.RESERVE, 100);
      assertInert(examine(lab, "none"), Part.SHARE, "does not heed shares");
      assertInert(examine(lab, "none"), Part.RESERVE, "does not heed reserves");
      assertThat(of(examine(lab, "sfq(4)"), Part.SHARE)).allMatch(Finding::healthy);
      assertInert(examine(lab, "sfq(4)"), Part.RESERVE, "sfq");
      assertThat(of(examine(lab, "zygaria"), Part.RESERVE)).allMatch(Finding::healthy);
      assertInert(examine(lab, "zygaria"), Part.SHARE, "zygaria");
    }
  }

  private static List<Finding> examine(BrickLab lab, String discipline) throws Exception {
    try (BrickClient client = new BrickClient(lab.control())) {
      client.ask(BrickClient.request("discipline").put("name", discipline));
    }
    return Doctored.about(
        Doctored.glance("--target", "brick", "--socket", lab.control().toString()), "export/a");
  }

  private static List<Finding> of(List<Finding> findings, Part part) {
    List<Finding> found =
        findings.stream().filter(f -> f.where().limit().equals(part.label())).toList();
    assertThat(found).hasSize(1);
    return found;
  }

  private static void assertInert(List<Finding> findings, Part part, String cause) {
    assertThat(of(findings, part))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.INERT);
              assertThat(finding.cause()).contains("no arbiter", cause);
            });
  }
}
