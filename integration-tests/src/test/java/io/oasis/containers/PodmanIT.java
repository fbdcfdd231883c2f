package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.it.Needs;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shows that a run of tests ends the podman that one before it left, which was killed. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PodmanIT {
  /** Of a short name: podman bears no more than fifty characters with what is below it. */
  private final Path parent =
      Path.of(System.getProperty("java.io.tmpdir"), "p" + ProcessHandle.current().pid());

  private final List<Process> runs = new ArrayList<>();

  /** A run of tests that has an engine, until its input ends. */
  static final class Run {
    private Run() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(Engine.socket().map(URI::getPath).orElse("none: " + Engine.missing()));
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }

  @Test
  void whatAKilledRunLeftIsEndedByTheNext() throws IOException, InterruptedException {
    Needs.root();
    Needs.program("podman", "/usr/bin/podman");
    Files.createDirectory(parent);
    try {
      Process killed = run();
      Path left = directory(killed);
      startContainer(new Podman(left));
      assertThat(whoAnswersForNames(left)).contains("aardvark-dns");
      killed.destroyForcibly().waitFor();
      assertThat(mountsIn(left)).isNotEmpty();
      assertThat(processesOf(left)).isNotEmpty();
      Process next = run();
      assertThat(directory(next)).isNotEqualTo(left);
      assertThat(mountsIn(left)).isEmpty();
      assertThat(processesOf(left)).isEmpty();
      assertThat(left).doesNotExist();
      next.getOutputStream().close();
      next.waitFor();
      assertThat(parent).isEmptyDirectory();
    } finally {
      for (Process run : runs) {
        run.destroyForcibly().waitFor();
      }
      Podman.abandoned(parent).forEach(Podman::end);
      Files.delete(parent);
    }
  }

  private Process run() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + parent,
            "-cp",
            System.getProperty("java.class.path"),
            Run.class.getName());
    builder.environment().put("DOCKER_HOST", "unix://" + parent.resolve("nobody"));
    Process run = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    runs.add(run);
    return run;
  }

  /** In a network where others are found by name. */
  private static void startContainer(Podman podman) throws IOException, InterruptedException {
    Path busybox = Path.of("/usr/bin/busybox");
    Needs.program("busybox-static", busybox.toString());
    Path root = Files.createDirectory(podman.directory().resolve("root"));
    Files.copy(busybox, root.resolve("busybox"), StandardCopyOption.COPY_ATTRIBUTES);
    for (String what :
        List.of("network create net", "run -d --net net --rootfs " + root + " /busybox sleep 1h")) {
      assertThat(podman.run("container.log", what.split(" ")).waitFor()).as(what).isZero();
    }
  }

  /** Their command line, found as netavark finds them when it has something to tell. */
  private static String whoAnswersForNames(Path directory) throws IOException {
    Path file = directory.resolve("names/aardvark-dns/aardvark.pid");
    return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
        .flatMap(process -> process.info().commandLine())
        .orElse("nobody");
  }

  /** Where the podman of a run is. */
  private static Path directory(Process run) throws IOException {
    String socket = Objects.requireNonNull(run.inputReader().readLine());
    assertThat(socket).startsWith("/");
    return Objects.requireNonNull(Path.of(socket).getParent());
  }

  private static List<String> mountsIn(Path directory) throws IOException {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      return mounts.filter(line -> line.contains(" " + directory + "/")).toList();
    }
  }

  private static List<String> processesOf(Path directory) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(line -> line.contains(directory + "/"))
        .toList();
  }
}
