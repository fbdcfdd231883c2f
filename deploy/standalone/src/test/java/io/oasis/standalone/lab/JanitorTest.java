package io.oasis.standalone.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.standalone.process.ChildProcess;
import io.oasis.standalone.process.JvmService;
import io.oasis.standalone.process.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run that is killed leaves nothing behind. */
@Tag("slow")
class JanitorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private Path parent;

  @BeforeEach
  void needs() throws IOException {
    List<String> missing = LabNeeds.missing();
    assumeTrue(missing.isEmpty(), () -> String.join("; ", missing));
    parent = Files.createTempDirectory(Path.of("/var/tmp"), "oasis-janitor-test-");
  }

  @Test
  void killedRunsAreCleanedUpByTheJanitor() throws IOException {
    ChildProcess maker = startMaker();
    String device = device(maker);
    maker.kill();
    assertThat(Wait.until(PATIENCE, this::nothingInParent)).isTrue();
    assertNothingLeft(device);
  }

  @Test
  void theNextRunSweepsWhenTheJanitorWasKilledToo() throws IOException {
    ChildProcess maker = startMaker();
    String device = device(maker);
    List<ProcessHandle> janitors =
        ProcessHandle.allProcesses()
            .filter(p -> p.info().commandLine().orElse("").contains(parent + "/"))
            .filter(p -> p.info().commandLine().orElse("").contains("janitor.sh"))
            .toList();
    assertThat(Janitor.sweep(parent)).as("a living run is left alone").hasSize(1);
    janitors.forEach(ProcessHandle::destroyForcibly);
    maker.kill();
    assertThat(nothingInParent()).isFalse();
    assertThat(Janitor.sweep(parent)).isEmpty();
    assertThat(nothingInParent()).isTrue();
    assertNothingLeft(device);
  }

  private ChildProcess startMaker() {
    return ChildProcess.start(
        new JvmService("maker", LabMaker.class.getName(), 64, List.of(parent.toString())),
        parent.resolveSibling(parent.getFileName() + ".log"));
  }

  private static String device(ChildProcess maker) {
    assertThat(Wait.until(PATIENCE, () -> made(maker) || !maker.alive())).isTrue();
    assertThat(maker.tail()).last().asString().startsWith("made ");
    return maker.tail().getLast().substring("made ".length());
  }

  private static boolean made(ChildProcess maker) {
    return maker.tail().stream().anyMatch(line -> line.startsWith("made "));
  }

  private boolean nothingInParent() {
    try (Stream<Path> files = Files.list(parent)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private void assertNothingLeft(String device) throws IOException {
    String name = Path.of(device).getFileName().toString();
    assertThat(Path.of("/sys/block", name, "loop")).doesNotExist();
    assertThat(CgroupTree.find().orElseThrow().root().resolve("oasis-lab-killed")).doesNotExist();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(parent.toString());
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(p -> p.info().commandLine().orElse("").contains(parent + "/"));
    Files.delete(parent);
    Files.deleteIfExists(parent.resolveSibling(parent.getFileName() + ".log"));
  }
}
