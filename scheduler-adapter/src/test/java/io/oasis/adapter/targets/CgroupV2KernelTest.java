package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.linux.CgroupVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows what only cgroup v2 does: controllers handed down, one file for all parts. */
public class CgroupV2KernelTest {
  private KernelLab lab;

  @BeforeEach
  void open() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    lab = new KernelLab();
    Assumptions.assumeTrue(
        lab.mount().version() == CgroupVersion.V2, "blkio is bound to cgroup v1 on this machine");
  }

  @AfterEach
  void close() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void saysWhichAncestorDoesNotHandTheControllerDown() throws Exception {
    Place parent = lab.place("parent");
    Path child = Files.createDirectory(Path.of(parent.object(), "child"));
    try {
      Place place = new CgroupFiles(Path.of("/sys")).place(child, parent.device().name());
      assertThatThrownBy(() -> lab.target().read(place))
          .hasMessageContaining("echo +io > " + parent.object() + "/cgroup.subtree_control");
    } finally {
      Files.delete(child);
    }
  }

  @Test
  void oneWriteLeavesTheOtherKeysAsTheyAre() throws Exception {
    Place place = lab.place("a");
    Throttle all = Throttle.ofEach(100, 200, 1_000_000, 2_000_000);
    lab.target().apply(place, Throttle.NONE, all);
    lab.target().apply(place, all, all.with(Throttle.Part.WRITE_IOPS, 0));

    assertThat(Files.readString(Path.of(place.object(), "io.max")).strip())
        .isEqualTo(place.device().name() + " rbps=1000000 wbps=2000000 riops=100 wiops=max");
  }

  @Test
  void passesNoMoreThanTheLimit() throws Exception {
    Place place = lab.place("a");
    lab.target().apply(place, Throttle.NONE, Throttle.NONE.with(Throttle.Part.READ_IOPS, 100));
    long started = System.nanoTime();
    lab.read(place, 300);
    double seconds = (System.nanoTime() - started) / 1e9;

    // The first slice may pass at once; a slow machine only takes longer.
    assertThat(300 / seconds).isLessThanOrEqualTo(100 * 1.05);
  }
}
