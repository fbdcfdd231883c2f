package io.oasis.proving.drill;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Bytes that no client of ours would send, or a way to a socket that none should take.
 *
 * @param from the address of this host by which the port is tried; empty: the one it is told by
 * @param said is refused where the answer is an error or the end
 */
record SocketAttack(
    String name, Function<Site, InetSocketAddress> port, String from, ByteBuffer said)
    implements Attack {
  private static final int TWO_GIB = Integer.MAX_VALUE;

  private static final int MIB = 1 << 20;

  /** How an answer begins that blames the client. */
  private static final String ERROR = "HTTP/1.1 4";

  /** Size, API (3: metadata), its version, correlation, no client's name, no topics. */
  private static final ByteBuffer METADATA =
      ByteBuffer.allocate(18)
          .putInt(14)
          .putShort((short) 3)
          .putShort((short) 0)
          .putInt(1)
          .putShort((short) -1)
          .putInt(0)
          .flip();

  static List<Attack> all() {
    List<Attack> attacks = new ArrayList<>();
    for (String address : othersOfThisHost()) {
      String by = " is reached by " + address;
      attacks.add(new SocketAttack("the manager" + by, SocketAttack::manager, address, text("")));
      attacks.add(new SocketAttack("the broker" + by, SocketAttack::broker, address, text("")));
    }
    attacks.add(broker("a length of 2 GiB", ByteBuffer.allocate(4).putInt(TWO_GIB).flip()));
    attacks.add(broker("a negative length", ByteBuffer.allocate(4).putInt(-1).flip()));
    attacks.add(broker("HTTP", text("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")));
    attacks.add(broker("a question before the password", METADATA));
    attacks.add(manager("a header of 1 MiB", text("GET / HTTP/1.1\r\nX: " + "x".repeat(MIB))));
    attacks.add(manager("two lengths", text(put("Content-Length: 1\r\nContent-Length: 2"))));
    attacks.add(manager("a length of less than nothing", text(put("Content-Length: -1"))));
    attacks.add(manager("no HTTP", METADATA.duplicate()));
    return attacks;
  }

  SocketAttack {
    name = "socket: " + name;
  }

  private static Attack broker(String what, ByteBuffer said) {
    return new SocketAttack(what + " at the broker", SocketAttack::broker, "", said);
  }

  private static Attack manager(String what, ByteBuffer said) {
    return new SocketAttack(what + " at the manager", SocketAttack::manager, "", said);
  }

  private static String put(String header) {
    return "PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + "\r\n\r\n";
  }

  private static ByteBuffer text(String said) {
    return ByteBuffer.wrap(said.getBytes(StandardCharsets.US_ASCII));
  }

  private static InetSocketAddress manager(Site site) {
    URI url = URI.create(site.url());
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  private static InetSocketAddress broker(Site site) {
    URI url = URI.create("kafka://" + site.bootstrap().split(",", 2)[0]);
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  /** By which others reach this host. */
  private static List<String> othersOfThisHost() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
          .map(InetAddress::getHostAddress)
          .toList();
    } catch (SocketException e) {
      return List.of();
    }
  }

  @Override
  public Verdict attempt(Site site) {
    InetSocketAddress to = port.apply(site);
    int patience = (int) Site.PATIENCE.toMillis();
    try (Socket socket = new Socket()) {
      socket.connect(from.isEmpty() ? to : new InetSocketAddress(from, to.getPort()), patience);
      if (!from.isEmpty()) {
        return new Verdict(false, "connected");
      }
      socket.setSoTimeout(patience);
      socket.getOutputStream().write(said.array(), 0, said.limit());
      byte[] answer = socket.getInputStream().readNBytes(ERROR.length());
      return verdict(new String(answer, StandardCharsets.ISO_8859_1));
    } catch (ConnectException e) {
      return new Verdict(!from.isEmpty(), "" + e.getMessage()); // by our own address it must answer
    } catch (SocketTimeoutException e) {
      return new Verdict(false, "left open without an answer");
    } catch (IOException e) {
      return new Verdict(true, "" + e.getMessage());
    }
  }

  private static Verdict verdict(String answer) {
    return answer.isEmpty()
        ? new Verdict(true, "closed")
        : new Verdict(answer.equals(ERROR), "answered: " + answer);
  }
}
