package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.RestoreMain;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Shows that what a JVM is started with is written down once. */
class JvmOptionsTest {
  /** A line of {@code -XX:+PrintCompilation}: time, number, marks, level, method. */
  private static final Pattern OPTIMISED = Pattern.compile("^ *\\d+ +\\d+ [ %sb!n]+ 4 +(\\S+)");

  /** Tests have them from Maven, which reads no such files. */
  @Test
  void testsRunWithTheAccessThatServicesHave() {
    List<String> access =
        JvmOptions.common().stream().filter(option -> option.startsWith("--")).toList();
    assertThat(access).hasSize(2);
    assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments()).containsAll(access);
  }

  @Test
  void aKindHasTheCommonOptionsBeforeItsOwn() {
    JvmOptions restore = JvmOptions.of("restore");
    assertThat(restore.options()).startsWith(JvmOptions.common().toArray(String[]::new));
    assertThat(restore.options()).endsWith("-Xmx64m", "-XX:TieredStopAtLevel=1");
    assertThat(restore.mainClass()).isEqualTo("io.oasis.adapter.RestoreMain");
  }

  /** It is beside whatever launcher started the adapter, and cannot read them. */
  @Test
  void theGuardianRestoresWithOptionsOfRestore() throws IOException {
    String script;
    try (InputStream text = RestoreMain.class.getResourceAsStream("shell/guardian.sh")) {
      script = new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
    Matcher line = Pattern.compile("\"\\$java\" (-.*?)\\\\\\n *-cp").matcher(script);
    assertThat(line.find()).isTrue();
    List<String> options = List.of(line.group(1).strip().split(" "));
    assertThat(JvmOptions.of("restore").options()).containsAll(options);
    assertThat(options).anyMatch(option -> option.startsWith("-Xmx"));
  }

  /** With all that a JVM by itself optimises a manager took 25 MiB and 1.5 s of its start more. */
  @Test
  void ofAManagerTheOptimisingCompilerHasCiphersAndWhatIsRunAllTheTime() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmOptions.of("manager").options());
    command.addAll(List.of("-XX:+PrintCompilation", "-cp", "target/test-classes"));
    command.add(Ciphers.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    List<String> optimised =
        output.lines().map(OPTIMISED::matcher).filter(Matcher::find).map(m -> m.group(1)).toList();
    assertThat(optimised)
        .contains("sun.security.provider.SHA2::implCompress")
        .contains("com.sun.crypto.provider.GHASH::processBlocks")
        .contains(Ciphers.class.getName() + "::allTheTime")
        .doesNotContain(Ciphers.class.getName() + "::nowAndThen");
  }
}
