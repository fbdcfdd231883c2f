package io.oasis.brick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oasis.brick.nbd.NbdClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that the clients people have work unmodified. Each test needs the program it names. */
@Tag("slow")
class ClientsTest {
  @TempDir Path directory;
  private BrickFixture fixture;

  @BeforeEach
  void start() throws IOException {
    Map<String, String> config =
        Map.of(
            "volume.v.size", "64M",
            "volume.f.file", directory.resolve("f.img").toString(),
            "volume.f.size", "64M",
            "export.e.volume", "v",
            "export.f.volume", "f",
            "device.main.discipline", "sfq(8)",
            "device.main.cache-bytes", "8M",
            "export.f.cache-bytes", "4M");
    fixture = new BrickFixture(directory, config);
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  @Test
  void nbdinfoSeesExportsFlagsAndBlockSizes() throws Exception {
    String info = run("nbdinfo", fixture.uri("e"));
    assertThat(info).contains("export-size: 67108864", "can_multi_conn: true", "can_fua: true");
    assertThat(info).contains("block_size_preferred: 4096", "base:allocation");
    assertThat(run("nbdinfo", "--list", fixture.uri(""))).contains("export=\"e\"", "export=\"f\"");
  }

  @Test
  void nbdcopyCopiesIntoAndOutOfIt() throws Exception {
    byte[] content = new byte[8 << 20];
    new Random(1).nextBytes(content);
    Path in = Files.write(directory.resolve("in"), content);
    Path out = directory.resolve("out");
    for (String export : List.of("e", "f")) {
      run("nbdcopy", in.toString(), fixture.uri(export));
      run("nbdcopy", fixture.uri(export), out.toString());
      assertThat(Files.newByteChannel(out).size()).isEqualTo(64 << 20);
      assertBegins(out, content);
      Files.delete(out);
    }
  }

  private static void assertBegins(Path file, byte[] content) throws IOException {
    try (var stream = Files.newInputStream(file)) {
      assertThat(stream.readNBytes(content.length)).isEqualTo(content);
    }
  }

  @Test
  void qemuImgConvertsAndCompares() throws Exception {
    byte[] content = new byte[64 << 20];
    new Random(2).nextBytes(content);
    Path in = Files.write(directory.resolve("in"), content);
    String target = fixture.uri("f");
    run("qemu-img", "convert", "-n", "-f", "raw", "-O", "raw", in.toString(), target);
    assertThat(run("qemu-img", "compare", "-f", "raw", "-F", "raw", in.toString(), target))
        .contains("identical");
  }

  @Test
  void qemuIoWritesDiscardsAndReads() throws Exception {
    String said =
        run(
            "qemu-io",
            "-f",
            "raw",
            "-c",
            "write -P 5 1000 70000",
            "-c",
            "read -P 5 1000 70000",
            "-c",
            "discard 0 1M",
            "-c",
            "read -P 0 0 1M",
            "-c",
            "write -f -P 9 3M 4M",
            "-c",
            "write -z -u 4M 1M",
            "-c",
            "read -P 0 4M 1M",
            "-c",
            "read -P 9 5M 2M",
            "-c",
            "flush",
            fixture.uri("e"));
    assertThat(said).doesNotContain("failed", "error");
  }

  @Test
  void qemuStorageDaemonPassesItOn() throws Exception {
    byte[] content = new byte[8 << 20];
    new Random(4).nextBytes(content);
    Path in = Files.write(directory.resolve("in"), content);
    Path out = directory.resolve("out");
    Path socket = directory.resolve("qsd.sock");
    Path ready = directory.resolve("qsd.pid");
    assumeTrue(isThere("qemu-storage-daemon"), "skipped: qemu-storage-daemon is not installed");
    Process daemon =
        new ProcessBuilder(
                "qemu-storage-daemon",
                "--blockdev",
                "nbd,node-name=b,export=f,server.type=unix,server.path=" + fixture.socket,
                "--nbd-server",
                "addr.type=unix,addr.path=" + socket,
                "--export",
                "nbd,id=x,node-name=b,name=f,writable=on",
                "--pidfile",
                ready.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("qsd.log").toFile())
            .start();
    try {
      Await.until(() -> Files.exists(ready) || !daemon.isAlive());
      assertThat(daemon.isAlive()).isTrue();
      String uri = "nbd+unix:///f?socket=" + socket;
      run("nbdcopy", "--flush", in.toString(), uri);
      run("nbdcopy", uri, out.toString());
      assertBegins(out, content);
      run("nbdcopy", fixture.uri("f"), out.toString());
      assertBegins(out, content);
    } finally {
      daemon.destroy();
      daemon.waitFor();
    }
  }

  @Test
  void fioVerifiesWhatItWroteThroughSeveralConnections() throws Exception {
    String said =
        run(
            "fio",
            "--name=v",
            "--ioengine=nbd",
            "--uri=" + fixture.uri("f"),
            "--rw=randwrite",
            "--bs=512-64k",
            "--bsrange=512-64k",
            "--iodepth=16",
            "--size=16M",
            "--verify=crc32c",
            "--do_verify=1",
            "--verify_fatal=1",
            "--fsync=50",
            "--numjobs=2",
            "--offset_increment=16M");
    assertThat(said).contains("err= 0").doesNotContain("verify failed");
  }

  @Test
  void encryptedClientsAreServedAndOthersLearnNothing() throws Exception {
    Path store = directory.resolve("k.p12");
    Path authority = directory.resolve("ca-cert.pem");
    keytool(
        store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost",
        "-ext",
        "bc:c",
        "-validity",
        "2");
    keytool(store, "-exportcert", "-rfc", "-file", authority.toString());
    Path password = Files.writeString(directory.resolve("pw"), "secret\n");
    fixture.close();
    fixture =
        new BrickFixture(
            directory,
            Map.of(
                "tls.keystore", store.toString(),
                "tls.password-file", password.toString(),
                "tls.required", "true"));
    assertRefusesClearText();
    String uri = encryptedUri();
    assertThat(run("nbdinfo", uri)).contains("with TLS");
    byte[] content = new byte[3 << 20];
    new Random(3).nextBytes(content);
    Path in = Files.write(directory.resolve("in"), content);
    Path out = directory.resolve("out");
    run("nbdcopy", in.toString(), uri);
    run("nbdcopy", uri, out.toString());
    assertBegins(out, content);
    onlyWithACertificateOfTheirOwn(store, password, authority);
  }

  private void assertRefusesClearText() throws IOException {
    try (NbdClient clear = new NbdClient(fixture.address)) {
      assertThat(clear.option(3, new byte[0]).getLast().type()).isEqualTo(0x80000005);
    }
  }

  private String encryptedUri() {
    return fixture.uri("e").replace("nbd+unix", "nbds+unix") + "&tls-certificates=" + directory;
  }

  private void keytool(Path store, String... arguments) throws Exception {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> command = new ArrayList<>(List.of(keytool.toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "a", "-keystore", store.toString(), "-storepass", "secret"));
    run(command.toArray(String[]::new));
  }

  private void onlyWithACertificateOfTheirOwn(Path store, Path password, Path authority)
      throws Exception {
    fixture.close();
    fixture =
        new BrickFixture(
            directory,
            Map.of(
                "tls.keystore", store.toString(),
                "tls.password-file", password.toString(),
                "tls.client-ca", authority.toString()));
    assertRefusesClearText();
    String uri = encryptedUri();
    assertThatThrownBy(() -> run("nbdinfo", uri)).isInstanceOf(AssertionError.class);
    Files.copy(authority, directory.resolve("client-cert.pem"));
    String key = directory.resolve("exported-key.pem").toString();
    String[] export = {"openssl", "pkcs12", "-in", store.toString(), "-passin", "pass:secret"};
    run(
        Stream.concat(Stream.of(export), Stream.of("-nocerts", "-nodes", "-out", key))
            .toArray(String[]::new));
    run("openssl", "ec", "-in", key, "-out", directory.resolve("client-key.pem").toString());
    assertThat(run("nbdinfo", uri)).contains("with TLS");
  }

  private static boolean isThere(String program) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin");
    return Files.isExecutable(Path.of(program))
        || Stream.of(path.split(":")).anyMatch(part -> Files.isExecutable(Path.of(part, program)));
  }

  private String run(String... command) throws Exception {
    assumeTrue(isThere(command[0]), "skipped: " + command[0] + " is not installed");
    Path output = Files.createTempFile(directory, "said", "");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s said %s", String.join(" ", command), said).isZero();
    return said;
  }
}
