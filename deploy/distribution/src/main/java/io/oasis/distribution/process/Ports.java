package io.oasis.distribution.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** TCP ports of the loopback address. */
public final class Ports {
  private static final int CONNECT_MILLIS = 500;

  private static final int LOWEST = 20_000;

  /** Linux takes ports from here on for outgoing connections. */
  static final int OUTGOING = 32_768;

  private static final int ATTEMPTS = 1_000;

  /**
   * Where the next is looked for, above the lowest: one after the other, so that none is given
   * twice.
   */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(OUTGOING - LOWEST));

  private Ports() {}

  /**
   * A port nobody listens on now, another each time. Whoever is to listen there does so seconds
   * later: until then an outgoing connection could take a port of the kernel's own choice, so it is
   * none of those.
   */
  public static int free() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), OUTGOING - LOWEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port of the loopback address found between " + LOWEST + " and " + OUTGOING);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether somebody listens on {@code port}; asking disturbs nobody who is about to. */
  public static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
