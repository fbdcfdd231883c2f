package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that what docs/guide/deploy.md says of the playbooks is so: over SSH, on a clean Debian
 * whose systemd is the first process.
 */
@Tag("deep")
class AnsibleIT {
  private static final String WANTED =
      """
      TRIAL shown before: 3 settings, 0 secrets
      TRIAL rolled out; active by that: 3
      TRIAL a second run: changed=0
      TRIAL is on the page
      TRIAL limited
      TRIAL refused: is not a key of adapter; nearest is only; changed=0
      TRIAL manager runs on
      TRIAL agent was started again
      TRIAL adapter runs on
      TRIAL reloaded: in force now: log-level
      TRIAL limited still
      TRIAL limited after the removal: 0
      TRIAL no user is left; keys are: keys
      TRIAL packages are left: oasis-cli oasis-runtime
      TRIAL left:
      TRIAL a second time: changed=0
      TRIAL done
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  @Timeout(value = 25, unit = TimeUnit.MINUTES) // the trial ends before
  void playbooksRollOutChangeAndTakeBack() throws Exception {
    CleanDebian.needs();
    Needs.program("ansible-core", "/usr/bin/ansible-playbook");
    Needs.program("openssh-client", "/usr/bin/ssh");
    String keygen = Needs.program("openssh-client", "/usr/bin/ssh-keygen").toString();
    Packed packed = Packed.into(directory);
    packed.say(keygen, "-q", "-t", "ed25519", "-N", "", "-f", directory.resolve("id").toString());
    String outside = CleanDebian.SCRIPTS.resolve("roll.sh").toString();
    assertThat(CleanDebian.trial(directory, "host.sh", outside, "openssh-server,python3-apt,sudo"))
        .containsExactlyElementsOf(WANTED.lines().toList());
  }
}
