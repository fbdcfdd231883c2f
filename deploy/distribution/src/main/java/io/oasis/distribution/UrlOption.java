package io.oasis.distribution;

import io.oasis.configuration.Secrets;
import io.oasis.distribution.process.Listeners;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which manager is asked, and by whom. */
public final class UrlOption {
  private static final String TOKEN_FILE = "OASIS_TOKEN_FILE";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The manager to ask (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + Deployment.HTTP_PORT;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Whose token is shown (default: $OASIS_TOKEN_FILE, or the manager's own on this host).")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Whose certificate of the manager is believed, PEM (default: as Java has it).")
  private @Nullable Path authorities;

  /** A client of the manager that is named, with the token that is named. */
  public ManagerClient client() {
    if (!url.matches("https?://[^/]+.*")) {
      throw new IllegalArgumentException(
          "--url = " + url + ": must start with http:// or https:// and name a host");
    }
    Optional<String> token = token();
    return authorities == null
        ? new ManagerClient(url, () -> token)
        : ManagerClient.believing(believing(authorities), url, () -> token);
  }

  private static SSLContext believing(Path file) {
    try (InputStream text = Files.newInputStream(file)) {
      KeyStore believed = KeyStore.getInstance(KeyStore.getDefaultType());
      believed.load(null, null);
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(text)) {
        believed.setCertificateEntry("ca-" + believed.size(), each);
      }
      if (believed.size() == 0) {
        throw new IllegalArgumentException("--ca = " + file + ": holds no certificate");
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(believed);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException("--ca = " + file + ": cannot be read", e);
    }
  }

  private Optional<String> token() {
    String variable = System.getenv(TOKEN_FILE);
    Path named = tokenFile == null && variable != null ? Path.of(variable) : tokenFile;
    if (named != null) {
      return Optional.of(read(named));
    }
    Path own = ServiceCommands.tokenFile(DataOption.standard());
    return Files.isReadable(own) && isOurs(own)
        ? Optional.of(Secrets.readOfService(own))
        : Optional.empty();
  }

  /** A file that was named may be mounted, by whom and how the platform does that. */
  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException("--token-file = " + file + ": cannot be read", e);
    }
  }

  /**
   * Whether the token may be shown to who listens there unasked: on this host only, and to root or
   * to whom the token belongs only. Anybody may listen on a port that a manager has left.
   */
  private boolean isOurs(Path file) {
    URI asked = URI.create(url);
    if (!asked.getHost().matches("localhost|127\\..*|\\[::1]")) {
      return false;
    }
    try {
      int owner = (Integer) Files.getAttribute(file, "unix:uid");
      int port =
          asked.getPort() < 0 ? asked.getScheme().equals("https") ? 443 : 80 : asked.getPort();
      return Listeners.usersOf(port).stream().allMatch(user -> user == 0 || user == owner);
    } catch (IOException e) {
      return false;
    }
  }
}
