package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.shell.Guardian;
import io.oasis.adapter.targets.CgroupV1;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.distribution.process.Ports;
import io.oasis.proving.rig.LabNeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that the packages are the same each time, have what they should, let systemd keep services
 * to what they need, and leave nothing behind, limits least of all.
 */
class PackagesIT {
  /** What systemd finds an acceptable exposure; it goes to 10. */
  private static final double MOST_EXPOSURE = 3.0;

  private static final Pattern EXPOSURE = Pattern.compile("exposure level for .*: ([0-9.]+)");
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup/blkio");
  private static final String LIMIT_FILE = "blkio.throttle.read_iops_device";
  private static final long LIMIT_IOPS = 100;

  /** Plays systemd for a command: says what it is told first, then ends the command. */
  private static final String LISTENER =
      """
      import os, socket, subprocess, sys
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      listener.bind(sys.argv[1])
      listener.settimeout(60)
      service = subprocess.Popen(sys.argv[2:], env=dict(os.environ, NOTIFY_SOCKET=sys.argv[1]))
      try:
          print(listener.recv(100).decode())
      finally:
          os.unlink(sys.argv[1])
          service.terminate()
          service.wait(60)
      """;

  @TempDir private static Path directory = Path.of("");

  private static Packed packed = new Packed(directory);

  @BeforeAll
  static void pack() throws Exception {
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    packed = Packed.into(directory.resolve("once"));
  }

  @Test
  void theSameBuildGivesTheSameBytes() throws Exception {
    Packed again = Packed.anew(directory.resolve("again"));
    assertThat(again.files()).hasSize(5);
    for (Path file : again.files()) {
      assertThat(Files.mismatch(file, packed.directory().resolve(file.getFileName())))
          .as(file.getFileName().toString())
          .isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager"})
  void aServiceHasItsUnitUserSettingsManualAndCompletions(String service) throws Exception {
    String deb = packed.file("oasis-" + service).toString();
    assertThat(packed.say("dpkg-deb", "--contents", deb).lines())
        .allMatch(line -> line.contains(" root/root "))
        .extracting(line -> line.replaceFirst(".* \\./", ""))
        .contains(
            "usr/bin/oasis-" + service,
            "usr/lib/systemd/system/oasis-" + service + ".service",
            "etc/oasis/" + service + ".yaml",
            "usr/share/man/man8/oasis-" + service + ".8.gz",
            "usr/share/bash-completion/completions/oasis-" + service,
            "usr/share/zsh/vendor-completions/_oasis-" + service,
            "usr/share/fish/vendor_completions.d/oasis-" + service + ".fish");
    assertThat(packed.say("dpkg-deb", "--info", deb, "conffiles").strip())
        .isEqualTo("/etc/oasis/" + service + ".yaml");
    assertThat(packed.say("dpkg-deb", "--info", deb, "postinst"))
        .contains(service.equals("adapter") ? "state-dir.sh" : "useradd --system")
        .doesNotContain("@");
    assertThat(packed.say("dpkg-deb", "--info", deb)).contains("Depends: oasis-runtime (>= ");
  }

  @Test
  void theAdapterHasItsGuardianBesideIt() throws Exception {
    Path root = directory.resolve("guardian");
    packed.say("dpkg-deb", "-x", packed.file("oasis-adapter").toString(), root.toString());
    Path home = root.resolve("usr/lib/oasis/adapter");
    assertThat(home.resolve("guardian.sh")).hasContent(Guardian.script());
    assertThat(home.resolve("let-go"))
        .content()
        .contains("bash /usr/lib/oasis/adapter/guardian.sh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "adapter", "manager"})
  void systemdKeepsAServiceToWhatItNeeds(String service) throws Exception {
    String analyze = Needs.program("systemd", "/usr/bin/systemd-analyze").toString();
    Path root = directory.resolve("unit-" + service);
    packed.say("dpkg-deb", "-x", packed.file("oasis-" + service).toString(), root.toString());
    String unit = "oasis-" + service + ".service";
    String at = "--root=" + root;
    Matcher exposure =
        EXPOSURE.matcher(packed.say(analyze, "security", "--offline=true", at, unit));
    assertThat(exposure.find()).isTrue();
    assertThat(Double.parseDouble(exposure.group(1))).isLessThanOrEqualTo(MOST_EXPOSURE);

    for (String target : List.of("sysinit", "basic", "shutdown", "network-online", "multi-user")) {
      Path file = root.resolve("usr/lib/systemd/system/" + target + ".target");
      Files.writeString(file, "[Unit]\nDefaultDependencies=no\n");
    }
    packed.say("dpkg-deb", "-x", packed.file("oasis-runtime").toString(), root.toString());
    Files.copy(Path.of("/bin/sh"), Files.createDirectory(root.resolve("bin")).resolve("sh"));
    assertThat(packed.say(analyze, "verify", at, "--man=no", unit).lines())
        .as("what systemd does not understand, but for what it learned in version 254")
        .allMatch(line -> line.matches(".*Unknown key.*'Restart(Steps|MaxDelaySec)'.*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"agent --trace-share 0", "adapter --share-host true --state-dir notified"})
  void aServiceTellsSystemdThatItIsUp(String commandLine) throws Exception {
    String service = commandLine.split(" ", 2)[0];
    List<String> command =
        new ArrayList<>(List.of("python3", "-c", LISTENER, directory.resolve("notify").toString()));
    Path launcher = Packed.ROOT.resolve("deploy").resolve(service).resolve("target/oasis/oasis");
    command.add(launcher.toString());
    command.addAll(
        List.of(commandLine.replace("notified", directory + "/state-" + service).split(" ")));
    command.addAll(List.of("--bootstrap", "127.0.0.1:" + Ports.free()));
    assertThat(Packed.say(packed.directory(), command)).contains("READY=1");
  }

  @Test
  void lintianFindsNoError() throws Exception {
    String lintian = Needs.program("lintian", "/usr/bin/lintian").toString();
    List<String> command = new ArrayList<>(List.of(lintian, "--allow-root", "--fail-on", "none"));
    packed.files().forEach(file -> command.add(file.toString()));
    assertThat(Packed.say(packed.directory(), command).lines())
        .filteredOn(line -> line.startsWith("E:"))
        .isEmpty();
  }

  /** On a host with cgroup v1 a limit is in force when the adapter's package goes. */
  @Test
  void removingLetsGoAndPurgingLeavesNothing() throws Exception {
    Needs.program("passwd", "/usr/sbin/useradd");
    Needs.root();
    Needs.mounts();
    if (!Files.isDirectory(CGROUPS) || !LabNeeds.missing().isEmpty()) {
      installAndPurge("none");
      return;
    }
    Path image = Files.createFile(directory.resolve("image"));
    packed.say("truncate", "-s", "1M", image.toString());
    String device = packed.say("losetup", "-f", "--show", image.toString()).strip();
    Path group = CGROUPS.resolve("oasis-packages-" + ProcessHandle.current().pid());
    Files.createDirectory(group);
    try {
      Path state = Files.createDirectory(directory.resolve("state"));
      limit(group, Files.readString(numberOf(device)).strip(), state);
      installAndPurge(state.toString());
      assertThat(Files.readString(group.resolve(LIMIT_FILE))).isBlank();
    } finally {
      Files.delete(group);
      packed.say("losetup", "-d", device);
    }
  }

  private static void installAndPurge(String state) throws Exception {
    Path script = Packed.ROOT.resolve("integration-tests/src/test/resources/installed.sh");
    packed.say("unshare", "-m", "bash", script.toString(), packed.directory().toString(), state);
  }

  private static Path numberOf(String device) {
    return Path.of("/sys/block", Path.of(device).getFileName().toString(), "dev");
  }

  /** Sets one as an adapter does, which is killed then, its guardian too. */
  private static void limit(Path group, String device, Path state) throws Exception {
    CgroupV1 target = new CgroupV1(CGROUPS, Path.of("/sys"));
    Files.writeString(group.resolve(LIMIT_FILE), device + " " + LIMIT_IOPS);
    Place place =
        target.discover().stream()
            .filter(each -> each.object().equals(group.toString()))
            .findFirst()
            .orElseThrow();
    Journal journal = Journal.open(state);
    Throttle limit = Throttle.NONE.with(Throttle.Part.READ_IOPS, LIMIT_IOPS);
    journal.announce(target.kind(), place, Throttle.NONE, limit);
    journal.force();
  }
}
