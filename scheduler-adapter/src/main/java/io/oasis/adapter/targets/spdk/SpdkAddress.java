package io.oasis.adapter.targets.spdk;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where SPDK listens.
 *
 * @param text a path, or {@code HOST:PORT}
 */
public record SpdkAddress(String text) {
  public SpdkAddress {
    if (!text.startsWith("/") && !text.matches("[^:/ ]+:[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "address = '%s': must be a path or HOST:PORT".formatted(text));
    }
  }

  boolean isLocal() {
    return text.startsWith("/");
  }

  SocketAddress socket() {
    if (isLocal()) {
      return UnixDomainSocketAddress.of(text);
    }
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /** When its socket was made: another time means another process. Not known over TCP. */
  Optional<Long> born() {
    try {
      return isLocal()
          ? Optional.of(Files.getLastModifiedTime(Path.of(text)).to(TimeUnit.NANOSECONDS))
          : Optional.of(0L);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
