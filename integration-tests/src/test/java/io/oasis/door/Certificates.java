package io.oasis.door;

import io.oasis.distribution.broker.BrokerSecrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority of a test, and what it issued, in a key store and as PEM. */
public final class Certificates {
  private static final String AUTHORITY = "authority";

  /** Of each key and each key store. */
  static final String SECRET = "password";

  private static final char[] PASSWORD = SECRET.toCharArray();

  private final Path directory;
  private final Path store;

  private Certificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("store.p12");
  }

  public static Certificates in(Path directory) throws Exception {
    Files.createDirectories(directory);
    Certificates made = new Certificates(directory);
    // All authorities go by one name: a forged certificate looks as if it were right.
    made.keytool(AUTHORITY, "CN=authority", "-ext", "bc:critical=ca:true");
    made.export(AUTHORITY);
    return made;
  }

  /**
   * Makes a key and its certificate, in place of those of that name.
   *
   * @param from first day, as {@code -1d} or {@code -30d}
   * @param days of its validity
   */
  void issue(String name, String subject, String from, int days) throws Exception {
    issue(name, subject, "dns:localhost,ip:127.0.0.1", from, days);
  }

  private void issue(String name, String subject, String hosts, String from, int days)
      throws Exception {
    if (store().containsAlias(name)) {
      run("-delete", "-alias", name);
    }
    keytool(
        name,
        subject,
        "-signer",
        AUTHORITY,
        "-ext",
        "san=" + hosts,
        "-startdate",
        from,
        "-validity",
        Integer.toString(days));
    export(name);
  }

  public void issue(String name, String subject) throws Exception {
    issue(name, subject, "-1d", 365);
  }

  /** For another host than this one. */
  void issueFor(String host, String name, String subject) throws Exception {
    issue(name, subject, "dns:" + host, "-1d", 365);
  }

  /** The clients of a broker whose data will be there speak TLS. */
  public static void ofBroker(Path data, Path made) throws Exception {
    Path secrets = data.resolve("secrets");
    Files.createDirectory(
        secrets,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Certificates authority = in(made);
    authority.issue("broker", "CN=localhost");
    Files.writeString(
        secrets.resolve(BrokerSecrets.KEY),
        Files.readString(authority.key("broker"))
            + Files.readString(authority.certificate("broker")));
    Files.copy(authority.certificate(), secrets.resolve(BrokerSecrets.AUTHORITY));
  }

  public Path certificate() {
    return certificate(AUTHORITY);
  }

  public Path certificate(String name) {
    return directory.resolve(name + ".crt");
  }

  public Path key(String name) {
    return directory.resolve(name + ".key");
  }

  /** PKCS12, with this authority's certificate. */
  Path trustStore() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", store().getCertificate(AUTHORITY));
    return write(trusted, "trust");
  }

  /** PKCS12, with this key and its certificates. */
  Path keyStore(String name) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(name, store().getKey(name, PASSWORD), PASSWORD, chain(name));
    return write(keys, name);
  }

  private Path write(KeyStore keys, String name) throws GeneralSecurityException, IOException {
    Path file = directory.resolve(name + ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      keys.store(out, PASSWORD);
    }
    return file;
  }

  /** Believes this authority, and shows nothing. */
  SSLContext context() throws GeneralSecurityException, IOException {
    return context(null, this);
  }

  /** Believes this authority, and shows a certificate of it. */
  SSLContext context(String name) throws GeneralSecurityException, IOException {
    return context(name, this);
  }

  /** Shows a certificate of this authority, and believes another. */
  SSLContext context(@org.jspecify.annotations.Nullable String name, Certificates believed)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", believed.store().getCertificate(AUTHORITY));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyStore shown = KeyStore.getInstance("PKCS12");
    shown.load(null, null);
    if (name != null) {
      shown.setKeyEntry(name, store().getKey(name, PASSWORD), PASSWORD, chain(name));
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(shown, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private void keytool(String alias, String subject, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-keyalg", "EC"));
    arguments.addAll(List.of("-groupname", "secp256r1", "-alias", alias, "-dname", subject));
    arguments.addAll(List.of(more));
    run(arguments.toArray(String[]::new));
  }

  private void run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", SECRET));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(command + ": " + said);
    }
  }

  private KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(store)) {
      keys.load(file, PASSWORD);
    }
    return keys;
  }

  private Certificate[] chain(String name) throws GeneralSecurityException, IOException {
    return store().getCertificateChain(name);
  }

  private void export(String name) throws Exception {
    Key key = store().getKey(name, PASSWORD);
    Files.writeString(key(name), pem("PRIVATE KEY", key.getEncoded()));
    StringBuilder certificates = new StringBuilder();
    for (Certificate each : chain(name)) {
      certificates.append(pem("CERTIFICATE", each.getEncoded()));
    }
    Files.writeString(certificate(name), certificates);
  }

  private static String pem(String what, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes), what);
  }
}
