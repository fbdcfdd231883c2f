package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that services work in the sandboxes that their units say, and that each directive of a unit
 * holds: under a real systemd, which is the first process of an emulated machine.
 */
@Tag("slow")
class UnitsIT {
  private static final Path SCRIPTS =
      Packed.ROOT.resolve("integration-tests/src/test/resources/vm");
  private static final String PROBED = "PROBE ";

  /** These give something; without them there is more of it. */
  private static final Set<String> GIVES = Set.of("ReadWritePaths", "AmbientCapabilities");

  /** An adapter that is emulated takes a while to start. */
  private static final Duration LEASE = Duration.ofMinutes(5);

  @TempDir private static Path directory = Path.of("");

  private static List<String> probed = List.of();

  @BeforeAll
  static void probe() throws Exception {
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    Needs.program("systemd", "/lib/systemd/systemd");
    Needs.program("qemu-system-x86", "/usr/bin/qemu-system-x86_64");
    Needs.program("busybox-static", "/usr/bin/busybox", "/bin/busybox");
    Needs.program("cpio", "/usr/bin/cpio", "/bin/cpio");
    Needs.program("kmod", "/usr/sbin/modprobe", "/sbin/modprobe");
    for (String program : List.of("fio", "jq", "curl")) {
      Needs.program(program, "/usr/bin/" + program);
    }
    Needs.root();
    Needs.kernel();
    probed = boot(directory.resolve("probed"), "probe.sh", "probe.py");
    assertThat(probed).contains("TRIAL done");
  }

  /** Gives what the console of a machine with the packages says that runs the first of these. */
  private static List<String> boot(Path machine, String... scripts)
      throws IOException, InterruptedException {
    Packed packed = Packed.into(machine);
    for (String script : scripts) {
      Files.copy(SCRIPTS.resolve(script), machine.resolve(script));
    }
    String boot = SCRIPTS.resolve("boot.sh").toString();
    return packed
        .say("bash", boot, machine.toString(), scripts[0])
        .lines()
        .map(String::strip)
        .toList();
  }

  /** Ten minutes on one processor, most of it the start of the manager. */
  @Test
  @Tag("deep")
  void servicesLimitAndLetGoInTheirSandboxes() throws Exception {
    Path machine = Files.createDirectory(directory.resolve("limited"));
    Deployment outside = Deployment.forTrial().only("manager").lease(LEASE);
    try (Services _ = Services.start(machine.resolve("data"), outside, _ -> {})) {
      Files.writeString(
          machine.resolve("site"),
          "host=%s broker=%d manager=%d lease=%d%n"
              .formatted(
                  Services.hostName(), outside.brokerPort(), outside.httpPort(), LEASE.toMillis()));
      List<String> console = boot(machine, "limit.sh");
      assertThat(starting("TRIAL ", console))
          .as(String.join("\n", console))
          .containsExactly(
              "TRIAL installed",
              "TRIAL agent is active",
              "TRIAL adapter is active",
              "TRIAL domain is known",
              "TRIAL limited",
              "TRIAL free after a kill",
              "TRIAL limited again",
              "TRIAL agent was started again 0 times",
              "TRIAL adapter was started again 1 times",
              "TRIAL a restart found it free 0 times",
              "TRIAL limited by its successor",
              "TRIAL free after a stop",
              "TRIAL manager is active",
              "TRIAL done");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "agent", "adapter"})
  void eachDirectiveHolds(String service) {
    List<String> directives = directives(service);
    assertThat(directives).hasSizeGreaterThan(20);
    assertThat(starting(PROBED + service + " ", probed))
        .containsExactlyInAnyOrderElementsOf(
            directives.stream()
                .map(directive -> PROBED + service + " " + directive + " held")
                .toList());
  }

  /** So that what tries them can be trusted. */
  @ParameterizedTest
  @ValueSource(strings = {"manager", "agent", "adapter"})
  void withoutItsUnitAServiceCouldDoAllThat(String service) {
    String prefix = PROBED + "nobody-as-" + service + " ";
    assertThat(starting(prefix, probed).stream().filter(line -> !gives(line, prefix)))
        .hasSizeGreaterThan(20)
        .allMatch(line -> line.endsWith(" open"));
  }

  private static boolean gives(String line, String prefix) {
    return GIVES.stream().anyMatch(name -> line.startsWith(prefix + name + "="));
  }

  private static List<String> starting(String prefix, List<String> console) {
    return console.stream().filter(line -> line.startsWith(prefix)).toList();
  }

  private static List<String> directives(String service) {
    Path unit =
        Packed.ROOT.resolve(
            "deploy/packages/src/main/resources/io/oasis/packages/" + service + ".service");
    try (Stream<String> lines = Files.lines(unit)) {
      return lines
          .dropWhile(line -> !line.startsWith("# It may do this"))
          .takeWhile(line -> !line.equals("[Install]"))
          .filter(line -> line.matches("[A-Z].*=.*"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
