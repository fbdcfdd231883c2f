package io.oasis.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.report.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LabReportTest {
  /** Written anew by hand, with the change explained: {@code ./oasis lab report --text}. */
  @Test
  @Tag("slow")
  void theReportInTheRepositoryIsWhatTheLabGivesNow() throws IOException {
    Path report = Path.of("report.md");
    assertThat(Text.report(LabReport.verdicts(text -> {})))
        .isEqualTo(Files.readString(report, StandardCharsets.UTF_8));
  }
}
