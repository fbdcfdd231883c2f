package io.oasis.standalone.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** TCP ports of the loopback address. */
public final class Ports {
  private static final int CONNECT_MILLIS = 500;

  private Ports() {}

  /** A port nobody listens on now. */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on the loopback address", e);
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
