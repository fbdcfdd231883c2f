package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that cgroups are found and read on v1, v2 and hybrid hosts, and may come and go. */
class CgroupsTest {
  private static final HostId HOST = new HostId("db1");
  private static final String V1 = "/sys/fs/cgroup/blkio";
  private static final String V2 = "/sys/fs/cgroup";

  @TempDir Path root;

  @Test
  void onAHybridHostTheV1CountersAreRead() {
    RecordedHost recorded = RecordedHost.v1(root);
    v1(recorded, "/apps/deep", "7:0", 1000, 5, 4_096_000, 20_480);
    recorded.with(V1 + "/apps/blkio.throttle.io_serviced", "Total 0\n");
    recorded.with(V1 + "/apps/blkio.throttle.io_service_bytes", "Total 0\n");
    try (Cgroups cgroups = new Cgroups(recorded.host())) {
      assertThat(cgroups.mount().orElseThrow().version()).isEqualTo(CgroupVersion.V1);
      var readings = cgroups.read();
      assertThat(readings)
          .extracting(r -> r.cgroup().path())
          .containsExactly("/apps", "/apps/deep");
      assertThat(readings.get(0).io()).isEmpty();
      assertThat(readings.get(1).io())
          .containsExactly(new CgroupIo(new DeviceNumber(7, 0), 1000, 5, 4_096_000, 20_480));
      assertThat(readings.get(1).cgroup().inode()).isPositive();
    }
  }

  @Test
  void theRootOfV1IsReadApart() {
    RecordedHost recorded = RecordedHost.v1(root);
    v1(recorded, "", "7:0", 3, 4, 12_288, 16_384);
    v1(recorded, "/a", "7:0", 1, 0, 4096, 0);
    try (Cgroups cgroups = new Cgroups(recorded.host())) {
      assertThat(cgroups.read()).extracting(r -> r.cgroup().path()).containsExactly("/a");
      assertThat(cgroups.root())
          .containsExactly(new CgroupIo(new DeviceNumber(7, 0), 3, 4, 12_288, 16_384));
    }
  }

  @Test
  void onAUnifiedHostIoStatIsRead() {
    RecordedHost recorded = RecordedHost.v2(root);
    recorded.with(
        V2 + "/system.slice/pg.service/io.stat",
        """
        259:0 rbytes=8192 wbytes=4096 rios=2 wios=1 dbytes=0 dios=0 cost.usage=5
        7:0
        8:16 rbytes=1 wbytes=0 rios=1 wios=0 dbytes=0 dios=0
        """);
    recorded.with(V2 + "/user.slice/cgroup.procs", "");
    try (Cgroups cgroups = new Cgroups(recorded.host())) {
      assertThat(cgroups.mount().orElseThrow().version()).isEqualTo(CgroupVersion.V2);
      var readings = cgroups.read();
      assertThat(readings)
          .extracting(r -> r.cgroup().path())
          .containsExactly("/system.slice", "/system.slice/pg.service", "/user.slice");
      assertThat(readings.get(1).io())
          .containsExactly(
              new CgroupIo(new DeviceNumber(259, 0), 2, 1, 8192, 4096),
              new CgroupIo(new DeviceNumber(8, 16), 1, 0, 1, 0));
    }
  }

  @Test
  void cgroupsComeAndGo() {
    RecordedHost recorded = RecordedHost.v1(root);
    v1(recorded, "/a", "7:0", 1, 0, 4096, 0);
    try (Cgroups cgroups = new Cgroups(recorded.host())) {
      assertThat(cgroups.read()).hasSize(1);
      v1(recorded, "/b", "7:0", 1, 0, 4096, 0);
      recorded.with("/proc/cgroups", "blkio\t7\t4\t1\n");
      assertThat(paths(cgroups)).containsExactly("/a", "/b");
      recorded.without(V1 + "/a").with("/proc/cgroups", "blkio\t7\t3\t1\n");
      assertThat(paths(cgroups)).containsExactly("/b");
    }
  }

  @Test
  void aHostWithoutBlockIoCgroupsHasNone() {
    RecordedHost recorded =
        new RecordedHost(root)
            .with("/proc/self/mountinfo", "22 1 8:2 / / rw - ext4 /dev/sda2 rw\n");
    try (Cgroups cgroups = new Cgroups(recorded.host())) {
      assertThat(cgroups.mount()).isEmpty();
      assertThat(cgroups.read()).isEmpty();
    }
  }

  /** Whoever may make a cgroup names it as he likes: no character of it stops whoever reads. */
  @Test
  void anyNameIsAnApplicationsAndNoTwoAreOne() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      assertThat(name("/a" + Character.toString(c))).startsWith("db1:/a");
    }
    assertThat(named("/odd|na\tme", 7)).isEqualTo("db1:/odd?na?me~7");
    assertThat(named("/odd|", 7)).isNotEqualTo(named("/odd\u0085", 8));
    assertThat(named("/odd|", 7)).isNotEqualTo(named("/odd?", 8));
    assertThat(named("/pg\u202e", 7)).as("reads as another's").isEqualTo("db1:/pg?~7");
    for (String real : List.of("/machine-qemu\\x2d1\\x2dvm.scope", "/\u00fcbung am See")) {
      assertThat(name(real)).isEqualTo("db1:" + real);
    }
  }

  /** Or it would never be limited: what no application can be charged with is not. */
  @Test
  void noCgroupPassesForWhatNobodyIsChargedWith() {
    LunId lun = new LunId("serial:a");
    for (String path :
        List.of("/unattributed", "/a:unattributed", "/a/" + "x".repeat(500) + ":unattributed")) {
      Cgroup cgroup = new Cgroup(CgroupVersion.V1, path, Path.of("/x"), 7);
      assertThat(new QueueId(cgroup.application(HOST), lun).isUnattributed()).as(path).isFalse();
    }
    assertThat(new QueueId(Cgroup.unattributed(HOST), lun).isUnattributed()).isTrue();
  }

  @Test
  void applicationsAreNamedByUnitOrPath() {
    assertThat(name("/system.slice/postgresql@15-main.service"))
        .isEqualTo("db1:postgresql@15-main.service");
    assertThat(name("/system.slice/pg.service/worker"))
        .isEqualTo("db1:/system.slice/pg.service/worker");
    assertThat(name("/system.slice/a.slice/b.service"))
        .isEqualTo("db1:/system.slice/a.slice/b.service");
    assertThat(name("/oasis-demo/deep")).isEqualTo("db1:/oasis-demo/deep");
    assertThat(name("/" + "x".repeat(600))).hasSizeLessThan(512);
    assertThat(Cgroup.unattributed(HOST).value()).isEqualTo("db1:unattributed");
  }

  @Test
  void accountingIsOnlySwitchedOnWhereNothingIsCounted() {
    RecordedHost recorded = RecordedHost.v1(root);
    recorded.with(V1 + "/blkio.throttle.io_serviced", "7:0 Read 0\n7:0 Total 0\nTotal 0\n");
    recorded.with(V1 + "/blkio.throttle.read_bps_device", "");
    Optional<CgroupMount> mount = CgroupMount.find(recorded.host());
    assertThat(ThrottleAccounting.switchOn(mount, new DeviceNumber(7, 0)))
        .isEqualTo(ThrottleAccounting.Result.ALREADY_ON);
    assertThat(HostRoot.read(recorded.host().at(V1 + "/blkio.throttle.read_bps_device"))).isEmpty();
    ThrottleAccounting.switchOn(mount, new DeviceNumber(7, 1));
    assertThat(HostRoot.read(recorded.host().at(V1 + "/blkio.throttle.read_bps_device")))
        .contains("7:1 0");
  }

  private static String name(String path) {
    return named(path, 7);
  }

  private static String named(String path, long inode) {
    return new Cgroup(CgroupVersion.V1, path, Path.of("/x"), inode).application(HOST).value();
  }

  private static List<String> paths(Cgroups cgroups) {
    return cgroups.read().stream().map(reading -> reading.cgroup().path()).toList();
  }

  static void v1(
      RecordedHost recorded,
      String path,
      String device,
      long reads,
      long writes,
      long readBytes,
      long writeBytes) {
    recorded.with(V1 + path + "/blkio.throttle.io_serviced", lines(device, reads, writes));
    recorded.with(
        V1 + path + "/blkio.throttle.io_service_bytes", lines(device, readBytes, writeBytes));
  }

  private static String lines(String device, long reads, long writes) {
    return String.join(
        "\n",
        device + " Read " + reads,
        device + " Write " + writes,
        device + " Sync " + reads,
        device + " Async " + writes,
        device + " Discard 0",
        device + " Total " + (reads + writes),
        "Total " + (reads + writes),
        "");
  }
}
