package io.oasis.distribution;

import io.oasis.configuration.Secrets;
import io.oasis.distribution.process.Listeners;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which manager is asked, and by whom. */
final class UrlOption {
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

  ManagerClient client() {
    if (!url.matches("https?://[^/]+.*")) {
      throw new IllegalArgumentException(
          "--url = " + url + ": must start with http:// or https:// and name a host");
    }
    Optional<String> token = token();
    return new ManagerClient(url, () -> token);
  }

  private Optional<String> token() {
    String variable = System.getenv(TOKEN_FILE);
    Path named = tokenFile == null && variable != null ? Path.of(variable) : tokenFile;
    if (named != null) {
      return Optional.of(read(named));
    }
    Path own = ServiceCommands.tokenFile(DataOption.standard());
    return Files.isReadable(own) && isOurs(own) ? Optional.of(Secrets.read(own)) : Optional.empty();
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
