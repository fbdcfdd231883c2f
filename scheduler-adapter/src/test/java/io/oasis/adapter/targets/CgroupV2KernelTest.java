package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.linux.Asked;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.HostRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows what only cgroup v2 does: controllers handed down, one file for all parts. */
public class CgroupV2KernelTest {
  /** A closed loop of so many I/Os. */
  private static final int WAITING = 32;

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

  /** What processes ask for is counted before the throttle, what the cgroup passed behind it. */
  @Test
  void whatWaitsBehindALimitIsWhatWasAskedForAndHasNotPassed() throws Exception {
    Place place = lab.place("held");
    Path cgroup = Path.of(place.object());
    lab.target().apply(place, Throttle.NONE, Throttle.NONE.with(Throttle.Part.READ_IOPS, 20));
    Asked before = Asked.read(HostRoot.REAL, cgroup, Asked.NONE);
    long passedBefore = lab.target().observe(place).readBytes();
    try (Readers readers = Readers.start(lab, List.of(place), WAITING)) {
      readers.parts(2 * WAITING); // each asks for its next as soon as one has passed
      Asked now = Asked.read(HostRoot.REAL, cgroup, before);
      long passed = lab.target().observe(place).readBytes() - passedBefore;
      double waiting = (now.since(before) - passed) / 4_096.0;
      System.out.println("waiting behind the limit of a closed loop of 32: " + waiting);
      assertThat(waiting).isBetween(WAITING - 4.0, WAITING + 1.0);
    }
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
