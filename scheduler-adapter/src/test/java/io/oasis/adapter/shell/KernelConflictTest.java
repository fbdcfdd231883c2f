package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.DoctorMain;
import io.oasis.adapter.doctor.Doctored;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.KernelLab;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.BlockDevice;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows on this machine's kernel that the doctor knows of a limit that somebody else wrote over,
 * from then until the manager lets go of it.
 */
@Tag("slow")
class KernelConflictTest {
  private static final HostId HOST = new HostId("h");

  @TempDir Path stateDir;
  private KernelLab lab;
  private LivingAdapter adapter;
  private Place place;
  private QueueId queue;
  private BlockDevice device;

  @BeforeEach
  void start() throws Exception {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    lab = new KernelLab();
    place = lab.place("app");
    device = lab.blockDevice(HOST);
    queue = new QueueId(new ApplicationId("h:" + lab.pathOf(place)), device.lun());
    adapter = // its lease does not end before; others of this host are tested at the same time
        new LivingAdapter(stateDir, Eventually.PATIENCE, "--share-host", "true");
  }

  @AfterEach
  void stop() throws Exception {
    if (adapter != null) {
      adapter.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  private List<Finding> examine() throws Exception {
    return Doctored.about(Doctored.glance("--state-dir", stateDir.toString()), place.object());
  }

  /** Also where the other one took the limit away; nothing of ours is left to restore by then. */
  @ParameterizedTest
  @ValueSource(longs = {77, 0})
  void theDoctorNamesALimitThatSomebodyElseWroteOver(long found) throws Exception {
    Throttle foreign = Throttle.NONE.with(Part.READ_IOPS, found);
    assertThat(adapter.limit(queue, device.domain(), 1_000).state())
        .isEqualTo(Outcome.State.WRITTEN);
    lab.foreignWrite(place, Part.READ_IOPS, found);
    adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.CONFLICT);
    Eventually.is(foreign, () -> lab.target().read(place));
    Eventually.is(true, () -> Journal.leftovers(stateDir).isEmpty());

    assertThat(examine())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.CONFLICT);
              assertThat(finding.where().device()).isEqualTo(place.device().name());
              assertThat(finding.cause()).contains("somebody else");
              assertThat(finding.mend()).contains("out of ENFORCE");
            });
    assertThat(DoctorMain.run(List.of("--state-dir", stateDir.toString(), "--seconds", "3")))
        .isEqualTo(1);
    adapter.ask(queue, device.domain(), Optional.empty());
    adapter.await(Outcome.class, outcome -> outcome.state() == Outcome.State.RELEASED);
    assertThat(examine()).as("once the manager has let go").allMatch(Finding::healthy);
  }
}
