package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows whose I/O counts as asked for: of those who come, go, and bring a past along. */
class AskedTest {
  @TempDir Path root;
  private HostRoot host;
  private Path cgroup;

  @BeforeEach
  void make() throws IOException {
    host = new HostRoot(root);
    cgroup = Files.createDirectories(root.resolve("cgroup/a"));
    uptime(100);
  }

  private void uptime(int seconds) throws IOException {
    write("proc/uptime", seconds + ".50 7.00");
  }

  private void process(int pid, int started, long read, long written) throws IOException {
    write(
        "proc/" + pid + "/stat", pid + " (a ) b) S 1 2 3" + " 0".repeat(15) + " " + 100 * started);
    write(
        "proc/" + pid + "/io",
        "rchar: 9\nread_bytes: %d\nwrite_bytes: %d\n".formatted(read, written));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private void members(String pids) throws IOException {
    Files.writeString(cgroup.resolve("cgroup.procs"), pids);
  }

  @Test
  void whatProcessesAskedForSinceIsTheirSum() throws IOException {
    process(7, 1, 1_000, 10);
    process(8, 1, 0, 0);
    members("7\n8\n");
    Asked before = Asked.read(host, cgroup, Asked.NONE);
    process(7, 1, 5_000, 10);
    process(8, 1, 0, 300);
    assertThat(Asked.read(host, cgroup, before).since(before)).isEqualTo(4_300);
  }

  @Test
  void oneThatWasStartedSinceCountsWhollyAndOneThatWasMovedHereFromThenOn() throws IOException {
    members("");
    Asked before = Asked.read(host, cgroup, Asked.NONE);
    uptime(102);
    process(7, 101, 4_096, 0);
    process(8, 50, 1_000_000, 0);
    members("7\n8\n");
    Asked now = Asked.read(host, cgroup, before);
    assertThat(now.since(before)).isEqualTo(4_096);
    process(8, 50, 1_000_512, 0);
    assertThat(Asked.read(host, cgroup, now).since(now)).isEqualTo(512);
  }

  @Test
  void bufferedWritesThatAreNotWrittenBackAreTold() throws IOException {
    members("");
    Files.writeString(
        cgroup.resolve("memory.stat"), "anon 7\nfile_dirty 8192\nfile_writeback 4096\n");
    assertThat(Asked.read(host, cgroup, Asked.NONE).cached()).isEqualTo(12_288);
  }

  @Test
  void oneThatMayNotBeReadIsSaidAndOneThatEndedIsLeftOut() throws IOException {
    write("proc/7/stat", "7 (x) Z 1");
    members("7\n9\n");
    assertThat(Asked.read(host, cgroup, Asked.NONE).obstacle()).isEmpty();
    write("proc/7/stat", "7 (x) S 1");
    assertThat(Asked.read(host, cgroup, Asked.NONE).obstacle().orElseThrow())
        .contains("proc/7/io: run as root");
  }
}
