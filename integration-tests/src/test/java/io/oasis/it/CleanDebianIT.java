package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that what docs/guide/deploy.md says works where nothing of Oasis was before: a clean Debian
 * whose systemd is the first process, on this kernel.
 */
class CleanDebianIT {
  private static final String WANTED =
      """
      TRIAL installed; active by that: 0
      TRIAL an upgrade of Debian would replace: 0
      TRIAL topics and rights
      TRIAL is on the page
      TRIAL is on the page with keys
      TRIAL manager is active, 0 warnings, started again 0 times
      TRIAL agent is active, 0 warnings, started again 0 times
      TRIAL adapter is active, 0 warnings, started again 0 times
      TRIAL limited
      TRIAL free after a reload
      TRIAL limited after another
      TRIAL is on the page with newer packages
      TRIAL limited all the while, configured as before, 0 packages are of before
      TRIAL limited after a restart
      TRIAL free while all hang
      TRIAL manager was started again
      TRIAL agent was started again
      TRIAL adapter was started again
      TRIAL limited by them
      TRIAL limits after the purge: 0
      TRIAL no user is left
      TRIAL topics are left: 4
      TRIAL done
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  @Timeout(value = 25, unit = TimeUnit.MINUTES) // the trial ends before
  void isInstalledStartedLimitsReloadsSurvivesAndLeavesNothing() throws Exception {
    CleanDebian.needs();
    Packed.into(directory);
    List<String> byHand = byHand();
    for (int i = 0; i < byHand.size(); i++) {
      Files.writeString(directory.resolve("by-hand-%d.sh".formatted(i + 1)), byHand.get(i));
    }
    assertThat(CleanDebian.trial(directory, "person.sh"))
        .containsExactlyElementsOf(WANTED.lines().toList());
  }

  /** What the guide says to do, in parts between which something else is done. */
  private static List<String> byHand() throws IOException {
    String guide = Files.readString(Packed.ROOT.resolve("docs/guide/deploy.md"));
    String section = guide.split("\n### By hand\n", 2)[1].split("\n##", 2)[0];
    return Pattern.compile("(?m)(^    .*\n)+")
        .matcher(section)
        .results()
        .map(part -> part.group().stripIndent())
        .toList();
  }
}
