package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what the launcher does with what was built before. */
class LauncherTest {
  @TempDir private Path tree = Path.of("");

  /** Else both versions are on the class path, or none is found. */
  @Test
  void jarsOfAVersionBeforeAreRemoved() throws Exception {
    Path launcher = Files.copy(DemoProcess.launcher(), tree.resolve("oasis"));
    Files.writeString(tree.resolve("pom.xml"), "  <version>0.3.0-SNAPSHOT</version>\n");
    Path options = tree.resolve("deploy/distribution/src/main/resources/jvm/common.options");
    Files.createDirectories(options.getParent());
    Files.writeString(options, "# Maven has these.\n--enable-native-access=ALL-UNNAMED\n-Xmx1m\n");
    Path before = jar("proving-ground/target/oasis-proving-ground-0.2.0-SNAPSHOT.jar");
    Path released = jar("deploy/distribution/target/all/lib/oasis-brick-client-0.1.0.jar");
    Path present = jar("proving-ground/target/oasis-proving-ground-0.3.0-SNAPSHOT.jar");
    Path library = jar("deploy/distribution/target/all/lib/picocli-4.7.7.jar");
    Path other = jar("target/releases/0.1.0/brick/target/oasis-brick-0.1.0-SNAPSHOT.jar");
    Path programs = Files.createDirectory(tree.resolve("programs"));
    Path maven = Files.writeString(programs.resolve("mvn"), "#!/bin/sh\necho \"$MAVEN_OPTS\"\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();

    ProcessBuilder test = new ProcessBuilder(List.of(launcher.toString(), "test"));
    test.environment().merge("PATH", programs.toString(), (path, first) -> first + ':' + path);
    test.environment().remove("MAVEN_OPTS");
    Process process = test.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
        .isEqualTo("--enable-native-access=ALL-UNNAMED");
    assertThat(process.waitFor()).isZero();

    assertThat(List.of(before, released)).noneMatch(Files::exists);
    assertThat(List.of(present, library, other)).allMatch(Files::exists);
  }

  /** The operator's come last, and overrule. */
  @Test
  void optionsOfAUnitStayBesideThoseOfAnOperator() throws Exception {
    Path launcher = Files.copy(DemoProcess.launcher(), tree.resolve("oasis"));
    Files.createDirectory(tree.resolve("lib"));
    Path options = Files.createDirectory(tree.resolve("jvm"));
    Files.writeString(options.resolve("common.options"), "-Xshare:auto\n");
    Files.writeString(options.resolve("agent.jvm"), "-Xmx32m\nAgent\n");
    Path java = Files.createDirectories(tree.resolve("java/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(tree.resolve("java/release"), "JAVA_VERSION=\"25\"\n");

    ProcessBuilder agent = new ProcessBuilder(List.of(launcher.toString(), "agent", "--help"));
    agent.environment().put("JAVA_HOME", tree.resolve("java").toString());
    agent.environment().put("OASIS_UNIT_JAVA_OPTS", "-Da=unit");
    agent.environment().put("OASIS_JAVA_OPTS", "-Xmx64m -Da=b");
    Process process = agent.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith("-Xshare:auto -Xmx32m -Da=unit -Xmx64m -Da=b -cp ")
        .endsWith(" Agent --help\n");
    assertThat(process.waitFor()).isZero();
  }

  private Path jar(String path) throws Exception {
    Path jar = tree.resolve(path);
    Files.createDirectories(jar.getParent());
    return Files.createFile(jar);
  }
}
