package io.oasis.distribution.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that what a JVM is started with is written down once. */
class JvmOptionsTest {
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
}
