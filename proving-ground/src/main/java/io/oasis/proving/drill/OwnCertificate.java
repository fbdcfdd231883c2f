package io.oasis.proving.drill;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with a certificate that it signed itself, in a PKCS12 file. All go by one name. */
record OwnCertificate(Path store) {
  static final String PASSWORD = "drill-drill";

  private static final String ALIAS = "own";

  /** Makes one, by the JDK's own program. */
  static OwnCertificate make(Path store) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=oasis-drill",
            "-ext",
            "bc:c",
            "-alias",
            ALIAS,
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + said.strip());
    }
    return new OwnCertificate(store);
  }

  /** The certificate alone, as PEM. */
  void writeTo(Path file) throws IOException, GeneralSecurityException {
    String text = Base64.getMimeEncoder().encodeToString(certificate().getEncoded());
    Files.writeString(
        file, "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
  }

  /** Of one who believes this certificate. */
  SSLContext believer(Optional<OwnCertificate> shown) throws IOException, GeneralSecurityException {
    KeyStore believed = KeyStore.getInstance("PKCS12");
    believed.load(null, null);
    believed.setCertificateEntry(ALIAS, certificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(believed);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        shown.isEmpty() ? null : shown.get().keys().getKeyManagers(),
        trust.getTrustManagers(),
        null);
    return context;
  }

  private KeyManagerFactory keys() throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(open(), PASSWORD.toCharArray());
    return keys;
  }

  private Certificate certificate() throws IOException, GeneralSecurityException {
    return open().getCertificate(ALIAS);
  }

  private KeyStore open() throws IOException, GeneralSecurityException {
    KeyStore found = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(store)) {
      found.load(file, PASSWORD.toCharArray());
    }
    return found;
  }
}
