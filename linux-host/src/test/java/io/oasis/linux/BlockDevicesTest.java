package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HostId;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what devices are called, what they share and that they may vanish. */
class BlockDevicesTest {
  private static final HostId HOST = new HostId("h1");

  @TempDir Path root;
  private RecordedHost recorded;

  @BeforeEach
  void startEmpty() {
    recorded =
        new RecordedHost(root)
            .with(
                "/proc/self/mountinfo",
                """
                22 1 8:2 / / rw - ext4 /dev/sda2 rw
                23 22 0:39 / /mnt/fuse\\040disk rw - fuse.export /dev/fuse rw
                24 22 0:40 / /srv rw - btrfs /dev/sdb rw
                25 22 0:41 / /net rw - nfs4 server:/x rw
                """);
  }

  @Test
  void identityIsTheFirstThatStays() {
    recorded
        .withDevice("sda", "8:0", 100)
        .with("/sys/block/sda/device/wwid", "naa.5000c500a1b2c3d4\n")
        .with("/sys/block/sda/serial", "S1\n")
        .withDevice("nvme0n1", "259:0", 100)
        .with("/sys/block/nvme0n1/nguid", "ace42e00-1d2b-3c4d-0000-000000000001\n")
        .withDevice("nvme1n1", "259:1", 100)
        .with("/sys/block/nvme1n1/nguid", "00000000-0000-0000-0000-000000000000\n")
        .with("/sys/block/nvme1n1/device/serial", "  S4 X7|  \n")
        .withDevice("dm-0", "253:0", 100)
        .with("/sys/block/dm-0/dm/uuid", "LVM-abc\n")
        .withDevice("vda", "254:0", 100)
        .withDevice("loop0", "7:0", 100)
        .with("/sys/block/loop0/loop/backing_file", "/var/a b.img\n");
    var luns = new TreeMap<String, String>();
    discover().forEach((name, device) -> luns.put(name, device.lun().value()));
    assertThat(luns)
        .containsEntry("sda", "wwid:naa.5000c500a1b2c3d4")
        .containsEntry("nvme0n1", "nguid:ace42e00-1d2b-3c4d-0000-000000000001")
        .containsEntry("nvme1n1", "serial:S4_X7?")
        .containsEntry("dm-0", "dm:LVM-abc")
        .containsEntry("vda", "path:/devices/vda")
        .containsEntry("loop0", "loop:/var/a_b.img");
  }

  @Test
  void emptyDevicesAndRamDisksAreLeftOut() {
    recorded
        .withDevice("loop1", "7:1", 0)
        .withDevice("ram0", "1:0", 100)
        .withDevice("zram0", "253:0", 100);
    assertThat(discover()).isEmpty();
  }

  @Test
  void aLoopDeviceSharesTheDiskThatHoldsItsFile() {
    recorded.withDevice("sda", "8:0", 100).with("/sys/block/sda/sda2/partition", "2\n");
    recorded.with("/sys/block/sda/sda2/dev", "8:2\n").withDevice("sdb", "8:16", 100);
    loop(0, "/var/lun.img");
    loop(1, "/mnt/fuse disk/lun.img");
    loop(2, "/srv/lun.img");
    loop(3, "/net/lun.img");
    var devices = discover();
    assertThat(devices.get("loop0").domain()).isEqualTo(devices.get("sda").domain());
    assertThat(devices.get("loop0").below()).containsExactly(new DeviceNumber(8, 0));
    assertThat(devices.get("loop0").domainReason())
        .isEqualTo("its backing file /var/lun.img lies on sda");
    assertThat(devices.get("loop2").domain()).isEqualTo(devices.get("sdb").domain());
    for (String alone : new String[] {"loop1", "loop3"}) {
      BlockDevice device = devices.get(alone);
      assertThat(device.domain().value()).isEqualTo("disk:h1:" + device.lun());
      assertThat(device.below()).isEmpty();
      assertThat(device.domainReason()).contains("without a device");
    }
    assertThat(devices.get("loop1").domainReason()).contains("fuse.export");
  }

  @Test
  void devicesOfOnePoolShareADomain() {
    recorded.withDevice("sda", "8:0", 100).withDevice("sdb", "8:16", 100);
    recorded.withDevice("sdc", "8:32", 100).withDevice("dm-0", "253:0", 100);
    recorded.withDevice("dm-1", "253:1", 100).with("/sys/block/dm-0/slaves/sda2/dev", "8:2\n");
    recorded.with("/sys/block/dm-1/slaves/sda2/dev", "8:2\n");
    recorded.with("/sys/block/dm-1/slaves/sdb/dev", "8:16\n");
    var devices = discover();
    assertThat(devices.get("dm-1").below())
        .containsExactly(new DeviceNumber(8, 0), new DeviceNumber(8, 16));
    for (String member : new String[] {"sda", "sdb", "dm-0", "dm-1"}) {
      assertThat(devices.get(member).domain().value()).isEqualTo("pool:h1:path:/devices/sda");
      assertThat(devices.get(member).domainReason()).contains("shares sda, sdb");
    }
    assertThat(devices.get("sdc").domain().value()).isEqualTo("disk:h1:path:/devices/sdc");
  }

  @Test
  void twoHostsShareADomainOnlyByAnIdentityThatHoldsOnBoth() {
    recorded.withDevice("sda", "8:0", 100).with("/sys/block/sda/device/wwid", "naa.6001\n");
    recorded.withDevice("vda", "254:0", 100).with("/sys/block/vda/serial", "root\n");
    loop(0, "/net/lun.img");
    Map<String, String> other = new TreeMap<>();
    new BlockDevices(recorded.host(), new HostId("h2"))
        .discover()
        .forEach(device -> other.put(device.name(), device.domain().value()));
    assertThat(other)
        .containsEntry("sda", "disk:wwid:naa.6001")
        .containsEntry("vda", "disk:h2:serial:root")
        .containsEntry("loop0", "disk:h2:loop:/net/lun.img");
    discover()
        .forEach(
            (name, device) ->
                assertThat(device.domain().value().equals(other.get(name)))
                    .as(name)
                    .isEqualTo(name.equals("sda")));
  }

  @Test
  void anotherDeviceUnderTheSameNameIsSeen() {
    BlockDevices devices = new BlockDevices(recorded.host(), HOST);
    loop(0, "/net/a.img");
    recorded.with("/sys/block/loop0/diskseq", "11\n");
    assertThat(devices.discover().getFirst().lun().value()).isEqualTo("loop:/net/a.img");
    loop(0, "/net/b.img");
    recorded.with("/sys/block/loop0/diskseq", "12\n");
    BlockDevice second = devices.discover().getFirst();
    assertThat(second.lun().value()).isEqualTo("loop:/net/b.img");
    assertThat(second.generation()).isEqualTo(12);
    recorded.without("/sys/block/loop0");
    assertThat(devices.discover()).isEmpty();
  }

  /** Whoever may attach a file as a device names it as he likes: no agent ends by it. */
  @Test
  void anyFileMayBeADevice() {
    loop(0, "/net/\u202egmi.a|\ud83d\ude00");
    assertThat(new BlockDevices(recorded.host(), HOST).discover().getFirst().lun().value())
        .isEqualTo("loop:/net/?gmi.a???");
  }

  @Test
  void theRealHostIsReadWithoutTrouble() {
    for (BlockDevice device : new BlockDevices(HostRoot.REAL, HOST).discover()) {
      assertThat(device.sizeBytes()).isPositive();
      assertThat(device.lun().value()).contains(":");
      assertThat(device.domainReason()).isNotBlank();
    }
  }

  private void loop(int number, String file) {
    recorded
        .withDevice("loop" + number, "7:" + number, 100)
        .with("/sys/block/loop" + number + "/loop/backing_file", file + "\n");
  }

  private Map<String, BlockDevice> discover() {
    Map<String, BlockDevice> byName = new TreeMap<>();
    new BlockDevices(recorded.host(), HOST).discover().forEach(d -> byName.put(d.name(), d));
    return byName;
  }
}
