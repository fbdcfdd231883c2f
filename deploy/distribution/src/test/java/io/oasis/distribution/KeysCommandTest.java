package io.oasis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows the keys of managers and hosts from their making to their change. */
class KeysCommandTest {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int keys(String... arguments) {
    out.getBuffer().setLength(0);
    String[] all =
        Stream.concat(
                Stream.concat(Stream.of("keys"), Stream.of(arguments)),
                Stream.of("--dir", directory.resolve("keys").toString()))
            .toArray(String[]::new);
    return Oasis.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private List<String> trusted() throws Exception {
    try (Stream<Path> files = Files.list(directory.resolve("keys/trust"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void withoutKeysThereIsNothingToShow() {
    assertThat(keys("show")).isEqualTo(3);
    assertThat(err.toString()).contains("oasis keys init");
  }

  @Test
  void aKeyIsMadeShownAndChangedInTwoSteps() throws Exception {
    assertThat(keys("init")).isZero();
    assertThat(out.toString()).contains("signing.pem", "hosts.secret", "trust/");
    assertThat(trusted()).hasSize(1);
    String before = Files.readString(directory.resolve("keys/signing.pem"));

    assertThat(keys("rotate", "--use")).as("nothing was prepared").isEqualTo(2);
    assertThat(keys("rotate")).isZero();
    assertThat(trusted()).hasSize(2);
    assertThat(directory.resolve("keys/signing.pem")).content().isEqualTo(before);
    assertThat(keys("rotate", "--use")).isZero();
    assertThat(directory.resolve("keys/signing.pem")).content().isNotEqualTo(before);
    assertThat(trusted()).hasSize(2);
    assertThat(keys("init")).isZero();
    assertThat(trusted()).as("what is there stays").hasSize(2);
  }

  @Test
  void aHostsTokenIsItsOwnersOnly() throws Exception {
    assertThat(keys("init")).isZero();
    assertThat(keys("host", "db1", "--serves", "db2,db3")).isZero();
    Path token = Path.of(out.toString().strip());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
        .isEqualTo("rw-------");
    assertThat(token).content().contains(":db1+db2+db3:");
    assertThat(keys("host", "db1:x")).isEqualTo(2);
  }

  @Test
  void aTokenIsTakenBackByTheNameOfItsHost() throws Exception {
    assertThat(keys("init")).isZero();
    assertThat(keys("revoke", "db1")).isZero();
    Path secret = directory.resolve("keys/hosts.secret");
    assertThat(secret).content().containsPattern("oasis-host-revoked-v1:[^:]+:db1\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");
    assertThat(keys("revoke", "*")).isEqualTo(2);
  }
}
