package io.oasis.distribution.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what counts as use of a device, on a host that is written down. */
class InUseTest {
  @TempDir private Path root = Path.of("");

  @BeforeEach
  void host() throws IOException {
    for (String disk : new String[] {"sda", "sdb", "sdc", "sdd"}) {
      write("/sys/class/block/" + disk + "/dev", "8:" + 16 * (disk.charAt(2) - 'a'));
    }
    write("/sys/class/block/sda/sda1/partition", "1");
    write("/sys/class/block/sda1/dev", "8:1");
    write("/sys/class/block/sdb/holders/dm-0/dev", "252:0");
    write("/proc/swaps", "Filename Type\n/dev/sdc partition 1 0 -2\n");
    write("/proc/self/mountinfo", "22 1 8:1 / /srv rw - ext4 /dev/sda1 rw\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = new HostRoot(root).at(path);
    Files.createDirectories(Path.of(String.valueOf(file.getParent())));
    Files.writeString(file, text);
  }

  @Test
  void mountsSwapAndDevicesMadeOfItAreUse() {
    InUse use = new InUse(new HostRoot(root));
    assertThat(use.by("sda")).hasValue("sda1 is mounted at /srv");
    assertThat(use.by("sda1")).hasValue("sda1 is mounted at /srv");
    assertThat(use.by("sdb")).hasValue("sdb is part of dm-0");
    assertThat(use.by("sdc")).hasValue("sdc is swap");
    assertThat(use.by("sdd")).isEmpty();
  }
}
