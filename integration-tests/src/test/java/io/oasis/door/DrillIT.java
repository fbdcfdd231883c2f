package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.Services;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that a running Oasis refuses every attack of the drill, and that the drill sees one work.
 */
@Tag("slow")
class DrillIT {
  @TempDir private Path directory = Path.of("");

  @Test
  void everyAttackIsRefusedAndADoorLeftOpenIsSeen() throws Exception {
    Path data = directory.resolve("data");
    try (Services services = Services.start(data, Deployment.forTrial(), _ -> {})) {
      JsonNode report = drill(services, data, 0, "");
      assertThat(report.path("attempted").intValue()).isGreaterThan(100);
      assertThat(report.path("refused")).isEqualTo(report.path("attempted"));

      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
      JsonNode open = drill(services, data, 1, "file: another user enters");
      assertThat(open.path("attempted").intValue()).isEqualTo(3);
      assertThat(open.path("refused").intValue()).isEqualTo(2);
    }
  }

  private static JsonNode drill(Services services, Path data, int code, String only) {
    StringWriter out = new StringWriter();
    CommandLine oasis = Oasis.commandLine().setOut(new PrintWriter(out, true));
    int ended =
        oasis.execute(
            "security",
            "drill",
            "--json",
            "--url",
            services.url(),
            "--bootstrap",
            services.bootstrap(),
            "--data-dir",
            data.toString(),
            "--only",
            only);
    assertThat(ended).as(out.toString()).isEqualTo(code);
    return new JsonMapper().readTree(out.toString());
  }
}
