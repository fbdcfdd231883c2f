package io.oasis.brick.nbd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** The server's certificate, and encryption for connections that ask for it. */
public final class Tls {
  private final SSLContext context;

  private Tls(SSLContext context) {
    this.context = context;
  }

  /**
   * @param keystore PKCS12, with one private key and its certificate
   */
  public static Tls of(Path keystore, char[] password) throws IOException {
    try (InputStream stream = Files.newInputStream(keystore)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(stream, password);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(factory.getKeyManagers(), null, null);
      return new Tls(context);
    } catch (GeneralSecurityException e) {
      throw new IOException("the keystore " + keystore + " cannot be used: " + e.getMessage(), e);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  /** Does the server's side of the handshake. */
  Wire accept(Wire plain) throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    return TlsWire.accept(plain, engine);
  }
}
