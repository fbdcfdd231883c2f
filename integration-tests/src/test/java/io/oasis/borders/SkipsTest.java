package io.oasis.borders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that in continuous integration a test is skipped only for a reason that is allowed. */
class SkipsTest {
  @TempDir private Path directory;

  private Path said;

  private void skipped(String test, String reason) throws IOException {
    Path reports = Files.createDirectories(directory.resolve("module/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-" + test + ".xml"),
        """
        <testsuite name="%1$s"><testcase name="held" classname="io.oasis.%1$s"/>
        <testcase name="shows" classname="io.oasis.%1$s"><skipped message="%2$s"/></testcase></testsuite>
        """
            .formatted(test, reason),
        StandardCharsets.UTF_8);
  }

  private int run(String ci) throws IOException, InterruptedException {
    said = directory.resolve("said");
    ProcessBuilder command =
        new ProcessBuilder(
            "python3", Checkout.ROOT.resolve(".ci/skips").toString(), directory.toString());
    command.environment().put("CI", ci);
    return command.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
  }

  @Test
  void aReasonOnTheListIsAllowedForItsTestOnly() throws Exception {
    String reason = "Assumption failed: blkio is bound to cgroup v1 on this machine";
    skipped("IoCostTargetTest", reason);
    assertThat(run("true")).isZero();
    assertThat(said).content().contains("skipped: IoCostTargetTest.shows: blkio is bound");
    skipped("GuardianTest", reason);
    assertThat(run("true")).isEqualTo(1);
    assertThat(said).content().contains("skipped, not allowed: GuardianTest.shows");
  }

  @Test
  void aMissingPackageFailsContinuousIntegrationAndNothingElse() throws Exception {
    skipped("IoCostTargetTest", "needs fio: apt-get install fio");
    assertThat(run("true")).isEqualTo(1);
    assertThat(run("")).isZero();
    assertThat(said).content().contains("not allowed", "apt-get install fio");
  }
}
