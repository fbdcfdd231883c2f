package io.oasis.manager;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A load balancer without stickiness: each call goes to another manager than the one before, as it
 * came but for {@code Connection: close}, so that the next call is a connection of its own.
 */
final class Balancer implements AutoCloseable {
  private final ServerSocket listening;
  private final List<String> managers;
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * @param managers each {@code HOST:PORT}
   */
  Balancer(List<String> managers) {
    this.managers = List.copyOf(managers);
    try {
      listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.startVirtualThread(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = listening.accept();
        Thread.startVirtualThread(() -> serve(caller));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket caller) {
    String manager = managers.get(calls.getAndIncrement() % managers.size());
    int colon = manager.lastIndexOf(':');
    try (caller;
        Socket called =
            new Socket(
                manager.substring(0, colon), Integer.parseInt(manager.substring(colon + 1)));
        InputStream asked = new BufferedInputStream(caller.getInputStream());
        OutputStream asking = called.getOutputStream()) {
      asking.write(closing(head(asked)));
      Thread.startVirtualThread(() -> copy(asked, asking));
      called.getInputStream().transferTo(caller.getOutputStream());
    } catch (IOException e) {
      // one of them has gone, which is how every listener ends
    }
  }

  /** The lines before the body. */
  private static String head(InputStream asked) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int next; (next = asked.read()) >= 0; ) {
      head.write(next);
      if (head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        break;
      }
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  private static byte[] closing(String head) {
    return head.replaceFirst("(?i)\r\nconnection:[^\r]*", "")
        .replaceFirst("\r\n", "\r\nConnection: close\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void copy(InputStream from, OutputStream to) {
    try {
      from.transferTo(to);
    } catch (IOException e) {
      // the call is over
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
