package io.oasis.adapter.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.DoctorMain;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.spdk.FakeSpdk;
import io.oasis.adapter.targets.spdk.SpdkClient;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.protocol.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows on the stand-in for SPDK that the doctor names idle bdevs, limits rounded up and changes
 * that are not taken, and that the contract runs unattended and leaves nothing behind.
 */
class SpdkDoctorTest {
  @TempDir Path stateDir;
  private FakeSpdk fake;

  @BeforeEach
  void open() throws Exception {
    fake = new FakeSpdk(false);
    try (SpdkClient client = new SpdkClient(fake.address())) {
      for (String name : List.of("used", "unused", "stuck")) {
        client.ask("bdev_malloc_create", SpdkClient.parameters().put("name", name));
      }
      for (String name : List.of("used", "unused")) {
        client.ask(
            "bdev_set_qos_limit",
            SpdkClient.parameters().put("name", name).put("rw_ios_per_sec", 1_500));
      }
    }
    fake.bdevs()
        .consumers(
            "nvmf_get_subsystems",
            "[{\"nqn\":\"nqn.x\",\"namespaces\":[{\"nsid\":1,\"bdev_name\":\"used\"}]}]");
  }

  @AfterEach
  void close() throws Exception {
    fake.close();
  }

  private List<Finding> examine(String... more) throws Exception {
    List<String> arguments = new java.util.ArrayList<>(List.of(more));
    arguments.addAll(List.of("--target", "spdk", "--socket", fake.address().text()));
    return Doctored.glance(arguments.toArray(String[]::new));
  }

  @Test
  void isSilentAboutALimitOfABdevThatIsUsedAndNamesOneThatIsNot() throws Exception {
    List<Finding> findings = examine();

    assertThat(Doctored.about(findings, "bdev/used")).allMatch(Finding::healthy).hasSize(1);
    assertThat(Doctored.about(findings, "bdev/unused"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.INERT);
              assertThat(finding.cause()).contains("idle and nobody uses it");
            });
  }

  @Test
  void saysThatNothingIsWrongWithAHealthySetUp() throws Exception {
    try (SpdkClient client = new SpdkClient(fake.address())) {
      client.ask(
          "bdev_set_qos_limit",
          SpdkClient.parameters().put("name", "unused").put("rw_ios_per_sec", 0));
    }
    String socket = fake.address().text();
    String nobody = stateDir.resolve("nobody").toString();
    assertThat(
            DoctorMain.run(
                List.of(
                    "--target",
                    "spdk",
                    "--socket",
                    socket,
                    "--state-dir",
                    nobody,
                    "--seconds",
                    "3")))
        .isZero();
  }

  @Test
  void namesAChangeThatABusySpdkRefusesAgainAndAgain() throws Exception {
    Throttle before = Throttle.ofBoth(2_000, 0);
    Throttle after = Throttle.ofBoth(3_000, 0);
    Journal journal = Journal.open(stateDir);
    try (SpdkTarget target = new SpdkTarget(List.of(fake.address()))) {
      Place place = target.place(fake.address(), "used");
      target.apply(place, Throttle.NONE, before);
      journal.announce(SpdkTarget.KIND, place, Throttle.NONE, before);
      journal.announce(SpdkTarget.KIND, place, before, after);
      journal.force();
      fake.bdevs().busy(Integer.MAX_VALUE);
      assertThatThrownBy(() -> target.apply(place, before, after))
          .isInstanceOf(TargetException.class);
    }
    Files.writeString(
        stateDir.resolve("adapter.lock"), ProcessHandle.current().pid() + "\n"); // it lives

    assertThat(Doctored.about(examine("--state-dir", stateDir.toString()), "bdev/used"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.STUCK);
              assertThat(finding.cause()).contains("2000 is still in force", "busy");
              assertThat(finding.mend()).contains("asks again");
            });
  }

  @Test
  void namesALimitThatWasRoundedUp() throws Exception {
    assertThat(Doctored.about(examine("--desired", "bdev/used:iops=1500"), "bdev/used"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.VIOLATED);
              assertThat(finding.cause()).contains("rounds up to steps of 1000");
            });
  }

  @Test
  void namesAChangeThatIsNotTakenAndWhatAnAdapterLeftBehind() throws Exception {
    Place place;
    try (SpdkTarget target = new SpdkTarget(List.of(fake.address()))) {
      place = target.place(fake.address(), "stuck");
      target.apply(place, Throttle.NONE, Throttle.ofBoth(2_000, 0));
    }
    Journal journal = Journal.open(stateDir);
    journal.announce(SpdkTarget.KIND, place, Throttle.NONE, Throttle.ofBoth(2_000, 0));
    journal.announce(SpdkTarget.KIND, place, Throttle.ofBoth(2_000, 0), Throttle.ofBoth(3_000, 0));
    journal.force();

    assertThat(Doctored.about(examine("--state-dir", stateDir.toString()), "bdev/stuck"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.STUCK);
              assertThat(finding.cause()).contains("the adapter that set it is gone");
            });
    assertThat(Doctored.about(Doctored.glance("--state-dir", stateDir.toString()), "bdev/stuck"))
        .as("without being told where to look")
        .singleElement()
        .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(Finding.Verdict.STUCK));
    Files.writeString(
        stateDir.resolve("adapter.lock"), ProcessHandle.current().pid() + "\n"); // it lives
    assertThat(Doctored.about(examine("--state-dir", stateDir.toString()), "bdev/stuck"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Finding.Verdict.STUCK);
              assertThat(finding.figures().desired()).contains(3_000L);
              assertThat(finding.figures().readBack()).contains(2_000L);
              assertThat(finding.cause()).contains("does not take the change");
            });
  }

  @Test
  void theContractRunsUnattendedAndLeavesNothingBehind() throws Exception {
    String socket = fake.address().text();
    assertThat(DoctorMain.run(List.of("--target", "spdk", "--socket", socket, "--contract")))
        .isZero();

    try (SpdkClient client = new SpdkClient(fake.address())) {
      assertThat(
              client.ask("bdev_get_bdevs").valueStream().map(bdev -> bdev.path("name").asString()))
          .containsExactly("used", "unused", "stuck");
    }
    fake.stop();
    assertThat(
            DoctorMain.run(List.of("--target", "spdk", "--socket", socket, "--contract", "--json")))
        .isEqualTo(1);
  }
}
