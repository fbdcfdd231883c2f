package io.oasis.adapter.vm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Shell;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that the cgroup v2 target keeps the contract, and that a killed adapter's limits go, on a
 * real kernel: Debian's, emulated in software, so that it works wherever blkio is bound to v1.
 */
@Tag("slow")
class CgroupV2InVmTest {
  private static final List<String> TESTS =
      List.of(
          "io.oasis.adapter.targets.KernelTargetTest",
          "io.oasis.adapter.targets.CgroupV2KernelTest",
          "io.oasis.adapter.targets.IoCostTargetTest",
          "io.oasis.adapter.targets.IoCostKernelTest",
          "io.oasis.adapter.doctor.KernelDoctorTest#namesTheAncestorThatKeepsTheController",
          "io.oasis.adapter.doctor.KernelDoctorTest#namesWeightsThatNobodyObeys",
          "io.oasis.adapter.doctor.KernelDoctorTest#isSilentAboutWeightsThatTheCostModelDivides",
          "io.oasis.adapter.doctor.KernelDoctorTest#isSilentAboutALimitThatNothingTests",
          "io.oasis.adapter.shell.KernelAdapterTest#aKilledAdapterIsLetGoForByItsGuardian",
          "io.oasis.adapter.shell.KernelAdapterTest#aForeignWriteIsAConflictAndStays");

  private static final String INIT =
      """
      #!/bin/busybox sh
      /bin/busybox --install -s /bin
      export PATH=/bin:/usr/bin:/sbin:/usr/sbin
      mount -t proc proc /proc
      mount -t sysfs sys /sys
      mount -t devtmpfs dev /dev
      mount -t tmpfs tmp /tmp
      for module in /modules/*; do insmod $module; done
      mount -t cgroup2 none /sys/fs/cgroup
      echo +io > /sys/fs/cgroup/cgroup.subtree_control
      uname -r
      /jre/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Duser.name=root \
          -cp @CLASSPATH@ io.oasis.adapter.vm.VmMain @TESTS@
      poweroff -f
      """;

  @TempDir Path directory;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void keepsTheContractOnARealKernel() throws Exception {
    need("qemu-system-x86_64", "qemu-system-x86");
    need("cpio", "cpio");
    need("busybox", "busybox-static");
    Path kernel = kernel();
    Path loop = loopModule(kernel);

    Path archive = directory.resolve("initrd");
    pack(archive, loop);
    List<String> console = boot(kernel, archive);

    List<String> passed = starting(console, VmMain.PASSED);
    System.out.println(String.join("\n", starting(console, "OASIS-VM")));
    assertThat(starting(console, VmMain.FAILED)).isEmpty();
    assertThat(starting(console, VmMain.SKIPPED)).hasSizeLessThanOrEqualTo(1); // weights: one part
    assertThat(console).as("it came to its end").contains(VmMain.DONE);
    assertThat(passed).hasSizeGreaterThanOrEqualTo(35);
  }

  private static void need(String program, String debianPackage) {
    try {
      Shell.run("sh", "-c", "command -v " + program);
    } catch (IOException | InterruptedException e) {
      Assumptions.abort("needs " + program + ": apt-get install " + debianPackage);
    }
  }

  private static Path kernel() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/boot"))) {
      Optional<Path> newest =
          files
              .filter(file -> file.getFileName().toString().startsWith("vmlinuz-"))
              .max(Comparator.naturalOrder());
      Assumptions.assumeTrue(
          newest.isPresent(), "needs a kernel in /boot: apt-get install linux-image-amd64");
      return newest.orElseThrow();
    }
  }

  private static Path loopModule(Path kernel) throws IOException {
    String release = kernel.getFileName().toString().substring("vmlinuz-".length());
    Path directory = Path.of("/lib/modules", release, "kernel/drivers/block");
    Path module = directory.resolve("loop.ko");
    Assumptions.assumeTrue(
        Files.exists(module), "needs " + module + ": apt-get install linux-image-amd64");
    return module;
  }

  private void pack(Path archive, Path loop) throws IOException, InterruptedException {
    InitialFiles files = new InitialFiles(Files.createDirectory(directory.resolve("root")));
    for (String mountPoint : List.of("proc", "sys", "dev", "tmp")) {
      Files.createDirectory(directory.resolve("root").resolve(mountPoint));
    }
    files.programs();
    files.module(loop);
    files.java("java.base,java.logging,java.management,java.naming,java.xml,jdk.unsupported");
    String classPath =
        files.classPath(
            Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElseGet(() -> System.getProperty("java.class.path")));
    files.init(INIT.replace("@CLASSPATH@", classPath).replace("@TESTS@", String.join(" ", TESTS)));
    files.pack(archive);
  }

  private static List<String> boot(Path kernel, Path archive)
      throws IOException, InterruptedException {
    Process machine =
        new ProcessBuilder(
                "qemu-system-x86_64",
                "-accel",
                "tcg,thread=multi",
                "-cpu",
                "max",
                "-smp",
                "2",
                "-m",
                "1024",
                "-nographic",
                "-no-reboot",
                "-kernel",
                kernel.toString(),
                "-initrd",
                archive.toString(),
                "-append",
                "console=ttyS0 quiet panic=-1")
            .redirectErrorStream(true)
            .start();
    machine.getOutputStream().close();
    List<String> console = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(machine.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        console.add(line.strip());
      }
      machine.waitFor();
    } finally {
      machine.destroyForcibly();
    }
    return console;
  }

  private static List<String> starting(List<String> lines, String prefix) {
    return lines.stream().filter(line -> line.startsWith(prefix)).toList();
  }
}
