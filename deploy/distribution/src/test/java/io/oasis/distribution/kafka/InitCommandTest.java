package io.oasis.distribution.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.Services;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Shows what `oasis kafka init` prints and does, and that the documented rules are those. */
class InitCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine oasis =
      Oasis.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @TempDir private Path directory = Path.of("");

  @Test
  void theDocumentedTableIsMadeOfTheList() throws IOException {
    assertThat(oasis.execute("kafka", "init", "--markdown")).isZero();
    assertThat(Files.readString(Path.of("../../docs/security.md")))
        .as("the table in docs/security.md is made by: ./oasis kafka init --markdown")
        .contains(out.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "--principal nobody=User:x, --principal",
    "--principal agent=x, --principal",
    "--apply --print, --print",
    "--partitions many, --partitions",
  })
  void aMistakeNamesItsOption(String options, String named) {
    assertThat(oasis.execute(("kafka init " + options).split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(named);
  }

  @Test
  @Tag("slow")
  void rulesArePrintedAndAppliedOncePerPrincipal() throws Exception {
    try (Services broker = Services.start(directory, Deployment.forTrial().only(), _ -> {})) {
      String[] init = {
        "kafka",
        "init",
        "--bootstrap",
        broker.bootstrap(),
        "--kafka-config",
        broker.secrets().file("admin").toString(),
        "--principal",
        "agent=User:CN=a,O=Bank"
      };
      assertThat(oasis.execute(init)).as(err.toString()).isZero();
      assertThat(out.toString())
          .doesNotContain("--create")
          .contains(
              "--allow-principal 'User:CN=a,O=Bank' --operation WRITE --topic oasis.requests",
              "--transactional-id oasis-manager- --resource-pattern-type prefixed")
          .doesNotContain("ALTER");
      int before = rules(broker);
      String[] apply = java.util.Arrays.copyOf(init, init.length + 1);
      apply[init.length] = "--apply";
      assertThat(oasis.execute(apply)).as(err.toString()).isZero();
      assertThat(out.toString()).contains("No topic was missing.");
      assertThat(rules(broker)).as("the four of the other agent").isEqualTo(before + 4);
      assertThat(oasis.execute(apply)).isZero();
      assertThat(rules(broker)).as("again").isEqualTo(before + 4);

      init[5] = broker.secrets().file("agent").toString();
      apply = java.util.Arrays.copyOf(init, init.length + 1);
      apply[init.length] = "--apply";
      assertThat(oasis.execute(apply)).isEqualTo(3);
      assertThat(err.toString()).contains("does not let us administer it");
    }
  }

  private static int rules(Services broker) throws Exception {
    try (Admin admin = Admin.create(broker.kafka())) {
      return admin.describeAcls(AclBindingFilter.ANY).values().get().size();
    }
  }
}
