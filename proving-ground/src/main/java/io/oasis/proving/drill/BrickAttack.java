package io.oasis.proving.drill;

import io.oasis.brick.Brick;
import io.oasis.brick.BrickComponent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A client asks a brick what it exports, one that lets in those with a certificate only. The brick
 * is one of our own, in memory.
 */
record BrickAttack(String name, Shown shown) implements Attack {
  private static final long OPTION_MAGIC = 0x49484156454F5054L;
  private static final int GREETING_BYTES = 18;
  private static final int LIST = 3;
  private static final int START_TLS = 5;

  /** What the client shows. */
  private enum Shown {
    NOTHING_ENCRYPTED,
    NO_CERTIFICATE,
    A_FORGED_ONE
  }

  static List<Attack> all() {
    return List.of(
        new BrickAttack("in the clear", Shown.NOTHING_ENCRYPTED),
        new BrickAttack("without a certificate", Shown.NO_CERTIFICATE),
        new BrickAttack("with a certificate of strangers", Shown.A_FORGED_ONE));
  }

  BrickAttack {
    name = "brick: a client " + name;
  }

  @Override
  public Verdict attempt(Site site) {
    return Scratch.with(
        directory -> {
          try {
            return attempt(directory);
          } catch (GeneralSecurityException e) {
            return new Verdict(false, "not tried: " + e);
          }
        });
  }

  private Verdict attempt(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    OwnCertificate ours = OwnCertificate.make(directory.resolve("ours.p12"));
    try (Brick brick = start(directory, ours)) {
      InetSocketAddress address = (InetSocketAddress) brick.addresses().getFirst();
      Verdict verdict = verdict(address, client(directory, ours));
      SSLContext rightful = ours.believer(Optional.of(ours));
      return listed(address, Optional.of(rightful))
          ? verdict
          : new Verdict(false, "not tried: nobody is let in");
    }
  }

  private static Brick start(Path directory, OwnCertificate ours)
      throws IOException, GeneralSecurityException {
    Path authority = directory.resolve("authority.pem");
    ours.writeTo(authority);
    Path password = Files.writeString(directory.resolve("password"), OwnCertificate.PASSWORD);
    return Brick.start(
        new BrickComponent()
            .configuration(
                Map.of(
                    "listen",
                    "127.0.0.1:0",
                    "volume.v.size",
                    "1M",
                    "export.e.volume",
                    "v",
                    "tls.keystore",
                    ours.store().toString(),
                    "tls.password-file",
                    password.toString(),
                    "tls.client-ca",
                    authority.toString())));
  }

  /** How it encrypts. */
  private Optional<SSLContext> client(Path directory, OwnCertificate ours)
      throws IOException, InterruptedException, GeneralSecurityException {
    return switch (shown) {
      case NOTHING_ENCRYPTED -> Optional.empty();
      case NO_CERTIFICATE -> Optional.of(ours.believer(Optional.empty()));
      case A_FORGED_ONE -> {
        OwnCertificate forged = OwnCertificate.make(directory.resolve("forged.p12"));
        yield Optional.of(ours.believer(Optional.of(forged)));
      }
    };
  }

  private static Verdict verdict(InetSocketAddress brick, Optional<SSLContext> client) {
    try {
      return listed(brick, client)
          ? new Verdict(false, "the brick named its exports")
          : new Verdict(true, "brick: encryption is required");
    } catch (SocketTimeoutException e) {
      return new Verdict(false, "the brick left it open without an answer");
    } catch (EOFException e) {
      return new Verdict(true, "brick: closed");
    } catch (IOException e) {
      return new Verdict(true, "brick: " + e.getMessage());
    }
  }

  /** Whether it says what it exports. */
  private static boolean listed(InetSocketAddress brick, Optional<SSLContext> client)
      throws IOException {
    try (Socket plain = new Socket()) {
      plain.connect(brick, (int) Site.PATIENCE.toMillis());
      plain.setSoTimeout((int) Site.PATIENCE.toMillis());
      plain.getInputStream().readNBytes(GREETING_BYTES);
      new DataOutputStream(plain.getOutputStream()).writeInt(1); // options one by one
      if (client.isEmpty()) {
        return isTaken(plain, LIST);
      }
      if (!isTaken(plain, START_TLS)) {
        throw new IOException("no encryption");
      }
      try (Socket encrypted =
          client
              .get()
              .getSocketFactory()
              .createSocket(plain, brick.getHostString(), brick.getPort(), true)) {
        return isTaken(encrypted, LIST);
      }
    }
  }

  /** Whether the first answer to an option is no error. */
  private static boolean isTaken(Socket socket, int option) throws IOException {
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeLong(OPTION_MAGIC);
    out.writeInt(option);
    out.writeInt(0); // bytes that follow
    out.flush();
    DataInputStream in = new DataInputStream(socket.getInputStream());
    in.skipNBytes(Long.BYTES + Integer.BYTES);
    int type = in.readInt();
    in.skipNBytes(in.readInt());
    return type > 0;
  }
}
