package io.oasis.proving.drill;

import io.oasis.configuration.Secrets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** A page of strangers whose name has come to mean this host: DNS rebinding. */
record HostAttack(String name, String method, String path) implements Attack {
  static List<Attack> all() {
    return Stream.of("/", "/api/v1/domains", "/actuator/health")
        .<Attack>map(
            path ->
                new HostAttack("rest: a name of strangers for our address, " + path, "GET", path))
        .toList();
  }

  @Override
  public Verdict attempt(Site site) {
    URI manager = URI.create(site.url());
    String token = Secrets.read(site.tokens().resolve("admin.token"));
    try (Socket socket = new Socket()) {
      int patience = (int) Site.PATIENCE.toMillis();
      socket.connect(new InetSocketAddress(manager.getHost(), manager.getPort()), patience);
      socket.setSoTimeout(patience);
      socket
          .getOutputStream()
          .write(
              "%s %s HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer %s\r\n\r\n"
                  .formatted(method, path, token)
                  .getBytes(StandardCharsets.US_ASCII));
      String status =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine();
      return new Verdict(status != null && status.matches("HTTP/1.1 4\\d\\d.*"), "" + status);
    } catch (IOException e) {
      return new Verdict(false, "no answer: " + e);
    }
  }
}
