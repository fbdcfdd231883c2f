package io.oasis.manager.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/**
 * By what address other managers reach this one: as told; else where HTTP listens, and by the name
 * of this host where that is everywhere. The port is known once HTTP listens.
 */
public final class Advertised {
  private static final Pattern ADDRESS =
      Pattern.compile("(?<host>[0-9A-Za-z._-]+|\\[[0-9A-Fa-f:.%]+])(:(?<port>[0-9]{1,5}))?");

  /** Of IPv6, without brackets: two colons at least. */
  private static final Pattern BARE = Pattern.compile("[0-9A-Fa-f.%]*(:[0-9A-Fa-f.%]*){2,}");

  private static final int MAX_PORT = 65_535;

  private final Place told;
  private volatile int bound;

  /**
   * Where something listens.
   *
   * @param host in brackets where it is an address of IPv6
   * @param port absent: that on which HTTP listens
   */
  record Place(String host, Optional<Integer> port) {}

  Advertised(ManagerConfig.Http http) {
    this.told = http.advertised().map(Advertised::parse).orElseGet(() -> listening(http.address()));
  }

  /**
   * @throws IllegalArgumentException when it is no address
   */
  static Place parse(String text) {
    if (BARE.matcher(text).matches()) {
      return new Place('[' + text + ']', Optional.empty());
    }
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    Optional<Integer> port = Optional.ofNullable(matcher.group("port")).map(Integer::valueOf);
    if (port.filter(given -> given < 1 || given > MAX_PORT).isPresent()) {
      throw new IllegalArgumentException(text);
    }
    return new Place(matcher.group("host"), port);
  }

  private static Place listening(String address) {
    try {
      boolean everywhere = InetAddress.getByName(address).isAnyLocalAddress();
      return parse(everywhere ? InetAddress.getLocalHost().getCanonicalHostName() : address);
    } catch (UnknownHostException | IllegalArgumentException e) {
      return new Place("localhost", Optional.empty());
    }
  }

  @EventListener
  void listens(WebServerInitializedEvent event) {
    bound = event.getWebServer().getPort();
  }

  /** The name alone; in brackets where it is an address of IPv6. */
  String host() {
    return told.host();
  }

  /** {@code HOST:PORT}. */
  public String address() {
    return told.host() + ':' + told.port().orElse(bound);
  }
}
