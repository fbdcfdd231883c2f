package io.oasis.brick.nbd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The server's certificate, and encryption for connections that ask for it; where it is wanted,
 * with the clients' certificates.
 */
public final class Tls {
  private final SSLContext context;
  private final boolean asksClients;

  private Tls(SSLContext context, boolean asksClients) {
    this.context = context;
    this.asksClients = asksClients;
  }

  /**
   * @param keystore PKCS12, with one private key and its certificate
   * @param authorities PEM; only clients with a certificate of one of these are let in; empty: all
   */
  public static Tls of(Path keystore, char[] password, Optional<Path> authorities)
      throws IOException {
    try (InputStream stream = Files.newInputStream(keystore)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(stream, password);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          factory.getKeyManagers(),
          authorities.isEmpty() ? null : believing(authorities.get()),
          null);
      return new Tls(context, authorities.isPresent());
    } catch (GeneralSecurityException e) {
      throw new IOException("the keystore " + keystore + " cannot be used: " + e.getMessage(), e);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  private static TrustManager[] believing(Path file) throws IOException, GeneralSecurityException {
    KeyStore believed = KeyStore.getInstance("PKCS12");
    believed.load(null, null);
    try (InputStream text = Files.newInputStream(file)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(text)) {
        believed.setCertificateEntry("ca-" + believed.size(), each);
      }
    }
    if (believed.size() == 0) {
      throw new GeneralSecurityException(file + " holds no certificate");
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(believed);
    return factory.getTrustManagers();
  }

  /** Does the server's side of the handshake. */
  Wire accept(Wire plain) throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(asksClients);
    return TlsWire.accept(plain, engine);
  }
}
