package io.oasis.adapter.targets.qmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.Written;
import io.oasis.brick.client.wire.JsonLink;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Shows what becomes of groups that an operator set up, and of a monitor that does not answer. */
class QmpTargetTest {
  private static final Throttle OURS = Throttle.ofBoth(700, 0);

  private Qemu qemu;
  private QmpTarget target;

  @BeforeEach
  void open() throws Exception {
    Qemu.need("qemu-storage-daemon", "qemu-system-common");
    qemu =
        Qemu.storageDaemon(
            "--object",
            "throttle-group,id=bursts,limits.iops-total=500,limits.iops-total-max=2000",
            "--object",
            "throttle-group,id=directions,limits.iops-read=300,limits.bps-write=1000000",
            "--blockdev",
            "null-co,node-name=disk,size=67108864",
            "--blockdev",
            "throttle,node-name=b,throttle-group=bursts,file=disk",
            "--blockdev",
            "throttle,node-name=d,throttle-group=directions,file=disk,read-only=on");
    target = new QmpTarget(List.of(qemu.monitor()), _ -> Optional.empty());
  }

  @AfterEach
  void close() throws Exception {
    if (qemu != null) {
      qemu.close();
    }
  }

  private Place node(String name) throws TargetException {
    return QmpTarget.node(qemu.monitor(), name);
  }

  private JsonNode limits(String group) throws Exception {
    try (QmpSession session = QmpSession.open(qemu.monitor())) {
      return Nodes.limits(session, group);
    }
  }

  private void limitAndRelease(Place place) throws TargetException {
    Throttle before = target.read(place);
    target.apply(place, before, OURS);
    assertThat(target.read(place)).isEqualTo(OURS);
    assertThat(target.release(place, Written.first(before, OURS))).isEmpty();
    assertThat(target.read(place)).isEqualTo(before);
  }

  @Test
  void aGroupThatAllowsBurstsIsLeftAsItIs() throws Exception {
    JsonNode before = limits("bursts");
    target.apply(node("b"), target.read(node("b")), OURS);
    assertThat(limits("bursts")).isEqualTo(before);
    assertThat(target.release(node("b"), Written.first(Throttle.ofBoth(500, 0), OURS))).isEmpty();

    assertThat(limits("bursts")).isEqualTo(before);
    limitAndRelease(node("b"));
  }

  @Test
  void aGroupThatWasMadeAndNotUsedBeforeACrashIsRemoved() throws Exception {
    try (QmpSession session = QmpSession.open(qemu.monitor())) {
      session.ask(
          "object-add",
          JsonLink.object().put("qom-type", "throttle-group").put("id", "oasis.b.bursts"));
    }
    target.release(node("b"), Written.first(Throttle.ofBoth(500, 0), OURS));

    assertThatThrownBy(() -> limits("oasis.b.bursts")).hasMessageContaining("not found");
    assertThat(target.read(node("b"))).isEqualTo(Throttle.ofBoth(500, 0));
  }

  @Test
  void limitsOfDirectionsGiveWayAndComeBack() throws Exception {
    limitAndRelease(node("d"));
  }

  @Test
  void whereATotalIsForeignTheLimitsOfDirectionsStayAway() throws Exception {
    Throttle before = target.read(node("d"));
    target.apply(node("d"), before, OURS);
    target.apply(node("d"), OURS, Throttle.ofBoth(77, 0)); // somebody else

    assertThat(target.release(node("d"), Written.first(before, OURS))).containsExactly(Part.IOPS);

    assertThat(target.read(node("d")))
        .isEqualTo(Throttle.ofBoth(77, 0).with(Part.WRITE_BYTES, 1_000_000));
  }

  @Test
  void aMonitorThatAnotherClientHasIsNamedAndTheProcessTakenToBeWhatItWas() throws Exception {
    Place place = node("b");
    try (QmpSession _ = QmpSession.open(qemu.monitor())) {
      assertThatThrownBy(() -> target.read(place)).hasMessageContaining("a monitor of its own");
      assertThat(target.presence(place)).isEqualTo(Presence.SAME);
    }
  }

  @Test
  void aProcessThatIsStoppedIsTakenToBeWhatItWasAndOneThatEndedIsGone() throws Exception {
    Place place = node("b");
    Shell.run("kill", "-STOP", Long.toString(qemu.process().pid()));
    try {
      assertThat(target.presence(place)).isEqualTo(Presence.SAME);
      assertThatThrownBy(() -> target.apply(place, Throttle.NONE, OURS))
          .isInstanceOf(TargetException.class);
    } finally {
      Shell.run("kill", "-CONT", Long.toString(qemu.process().pid()));
    }
    qemu.process().destroyForcibly().waitFor();
    QmpTarget fresh = new QmpTarget(List.of(), _ -> Optional.empty());
    assertThat(fresh.presence(place)).isEqualTo(Presence.GROUP_GONE);
  }
}
