package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Eventually;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Shell;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Written;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that the guardian script makes of a journal what {@link Written#restoration} says, for any
 * state a crash can leave: the two are written in two languages and must not drift apart.
 *
 * <p>Plain files stand in for the kernel's; that the script works on the kernel's own is shown by
 * {@link KernelAdapterTest}.
 */
class GuardianScriptTest {
  private static final String[] FILES = {
    "read_iops", "write_iops", "read_bps", "write_bps",
  };
  private static final int PLACES = 60;

  /** Waits that end too early before the next word comes. */
  private static final int EARLY = 4;

  @TempDir Path directory;
  private Path stateDir;
  private Path sys;

  @BeforeEach
  void prepare() throws Exception {
    for (String program : new String[] {"bash", "flock", "stat"}) {
      try {
        Shell.run("sh", "-c", "command -v " + program);
      } catch (IOException e) {
        Assumptions.abort("needs " + program);
      }
    }
    stateDir = Files.createDirectory(directory.resolve("state"));
    sys = directory.resolve("sys");
    device("7:0", 5);
  }

  private void device(String number, long generation) throws IOException {
    Path node = Files.createDirectories(sys.resolve("dev/block").resolve(number));
    Files.writeString(node.resolve("diskseq"), generation + "\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void restoresAsTheJavaCodeDoes(boolean isHidden) throws Exception {
    if (isHidden) { // as podman does
      Path disk = Files.createDirectories(sys.resolve("block")).resolve("loop0");
      Files.move(sys.resolve("dev/block/7:0"), disk);
      Files.writeString(disk.resolve("dev"), "7:0\n");
    }
    Random random = new Random(7);
    Journal journal = Journal.open(stateDir);
    Throttle[] expected = new Throttle[PLACES];
    for (int i = 0; i < PLACES; i++) {
      boolean changed = random.nextInt(4) == 0;
      boolean gone = random.nextInt(8) == 0;
      Path group = Files.createDirectory(directory.resolve("cg %d;$x*ü".formatted(i)));
      long inode = ((Number) Files.getAttribute(group, "unix:ino")).longValue();
      Place place =
          new Place(group.toString(), inode + (gone ? 1 : 0), new DeviceRef(7, 0, changed ? 4 : 5));
      Written written = Written.first(any(random), any(random));
      journal.announce("cgroup-v1", place, written.before(), written.last());
      for (int more = random.nextInt(3); more > 0; more--) {
        written = written.then(any(random));
        journal.announce("cgroup-v1", place, written.previous(), written.last());
      }
      Throttle now = mixed(written, random);
      write(group, now);
      expected[i] = gone ? now : written.restoration(now, !changed).wanted();
    }
    journal.force();
    Files.writeString(
        stateDir.resolve(Journal.FILE), "W 1 9 9 9", java.nio.file.StandardOpenOption.APPEND);

    assertThat(runGuardian("beat\n")).isZero();

    for (int i = 0; i < PLACES; i++) {
      Path group = directory.resolve("cg %d;$x*ü".formatted(i));
      assertThat(read(group)).as("place %d", i).isEqualTo(expected[i]);
    }
    assertThat(stateDir.resolve(Journal.FILE)).doesNotExist();
  }

  /** Bash carries out a command that stands in what it indexes by, or counts with. */
  @Test
  void noCommandInTheJournalIsCarriedOut() throws Exception {
    String evil = "a[$(touch %s)]".formatted(directory.resolve("evil"));
    Path group = Files.createDirectory(directory.resolve("group"));
    Files.writeString(
        stateDir.resolve(Journal.FILE),
        """
        oasis-journal 1 7
        B %1$s cgroup-v2 1 7:0 5 %2$s 0 0 0 0 0 0 0 0 0 0
        B 1 cgroup-v2 %1$s 7:0 5 %2$s 0 0 0 0 0 0 0 0 0 0
        B 2 cgroup-v2 1 %1$s 5 %2$s 0 0 0 0 0 0 0 0 0 0
        W 2 %1$s 0 0 0 0 0 0 0 0 0
        E %1$s
        """
            .formatted(evil.replace(" ", "${IFS}"), group));
    runGuardian("beat\n");
    assertThat(directory.resolve("evil")).doesNotExist();
  }

  @Test
  void goesWithoutATraceWhenNothingIsLeft() throws Exception {
    assertThat(runGuardian("beat\nbye\n")).isZero();
  }

  /** Far more than a lease that is nearly over, far less than a whole one. */
  @Test
  void anAdapterThatStopsIsLetGoForWhenItsFirstLeaseEnds() throws Exception {
    Guardian guardian = new Guardian(stateDir, Duration.ofMinutes(10), now());
    assertThat(guardian.await(GuardianScriptTest::now, Eventually.PATIENCE)).isEmpty();
    Duration beat = now().plusSeconds(1);
    guardian.keep(beat, Optional.of(beat.plusSeconds(1)));
    ProcessHandle script = guardian.handle().orElseThrow();
    script.onExit().get(5, TimeUnit.MINUTES);
  }

  /**
   * Bash waits by the clock on the wall: when that is set ahead, a wait ends early. Here each does.
   */
  @Test
  void aClockThatIsSetAheadIsNoSilence() throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("early.sh"),
            """
            read() {
              if [[ $2 != -t ]]; then builtin read "$@"; return; fi
              builtin read "$1" -t 0.05 "${@:4}"
              local result=$?
              ((result <= 128)) || echo early
              return "$result"
            }
            """);
    ProcessBuilder builder = guardian("600.000");
    builder.environment().put("BASH_ENV", script.toString());
    Process guardian = builder.start();
    try (BufferedReader said = guardian.inputReader();
        BufferedWriter input = guardian.outputWriter()) {
      assertThat(said.readLine()).isEqualTo("ready");
      for (String beat : List.of("beat 300.5\n", "beat 1.25\n")) {
        for (int early = 0; early < EARLY; early++) {
          assertThat(said.readLine()).isEqualTo("early");
        }
        input.write(beat);
        input.flush();
        assertThat(said.lines().filter(line -> !line.equals("early")).findFirst())
            .hasValue("alive");
      }
      assertThat(said.lines().anyMatch(line -> line.startsWith("the adapter is silent")))
          .as("silence ends it still")
          .isTrue();
    }
  }

  /** One that is stopped, or waits for ever, would keep the next one from being ready. */
  @Test
  void anOlderOneThatHangsIsReplaced() throws Exception {
    Process older = guardian("60.000").start();
    try (BufferedReader said = older.inputReader()) {
      assertThat(said.readLine()).isEqualTo("ready");
      Shell.run("kill", "-STOP", Long.toString(older.pid()));
      Process next = guardian("60.000").redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try (BufferedReader answers = next.inputReader()) {
        assertThat(answers.lines().anyMatch("ready"::equals)).isTrue();
        assertThat(older.waitFor(Eventually.PATIENCE)).as("the older one is killed").isTrue();
      } finally {
        next.destroyForcibly();
      }
    } finally {
      older.destroyForcibly();
    }
  }

  private static Duration now() {
    return Duration.ofNanos(System.nanoTime());
  }

  private ProcessBuilder guardian(String lease) throws IOException {
    Path script = stateDir.resolve("guardian.sh");
    try (var text = Guardian.class.getResourceAsStream("guardian.sh")) {
      Files.write(script, text.readAllBytes());
    }
    ProcessBuilder builder =
        new ProcessBuilder("bash", script.toString(), stateDir.toString(), lease)
            .redirectErrorStream(true);
    builder.environment().put("OASIS_SYS", sys.toString());
    return builder;
  }

  private int runGuardian(String input) throws Exception {
    Process guardian = guardian("60.000").redirectOutput(stateDir.resolve("out").toFile()).start();
    try (var out = guardian.getOutputStream()) {
      out.write(input.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    } // the end of its input: the adapter died
    assertThat(guardian.waitFor(Eventually.PATIENCE)).isTrue();
    return guardian.exitValue();
  }

  private static Throttle any(Random random) {
    return Throttle.ofEach(
        random.nextInt(3) * 100L,
        random.nextInt(3) * 100L,
        random.nextInt(3) * 4_096L,
        random.nextInt(3) * 4_096L);
  }

  /** Each part holds what was there before, what was written, or what somebody else wrote. */
  private static Throttle mixed(Written written, Random random) {
    Throttle now = Throttle.NONE;
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      long value =
          switch (random.nextInt(4)) {
            case 0 -> written.before().get(part);
            case 1 -> written.previous().get(part);
            case 2 -> written.last().get(part);
            default -> 777;
          };
      now = now.with(part, value);
    }
    return now;
  }

  private static void write(Path group, Throttle throttle) throws IOException {
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      long value = throttle.get(part);
      Files.writeString(file(group, part), value == 0 ? "" : "7:0 " + value + "\n");
    }
  }

  private static Throttle read(Path group) throws IOException {
    Throttle throttle = Throttle.NONE;
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      String text = Files.readString(file(group, part)).strip();
      throttle =
          throttle.with(part, text.isEmpty() ? 0 : Long.parseLong(text.substring("7:0 ".length())));
    }
    return throttle;
  }

  private static Path file(Path group, Throttle.Part part) {
    return group.resolve("blkio.throttle." + FILES[part.ordinal()] + "_device");
  }
}
