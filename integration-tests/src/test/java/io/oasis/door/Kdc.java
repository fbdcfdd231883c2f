package io.oasis.door;

import io.oasis.distribution.process.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/** A Kerberos realm of this host, as a Windows domain is one. */
final class Kdc implements AutoCloseable {
  private static final String REALM = "OASIS.TEST";
  private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

  private final Path directory;
  private final SimpleKdcServer server;

  private Kdc(Path directory, SimpleKdcServer server) {
    this.directory = directory;
    this.server = server;
  }

  static Kdc start(Path directory) throws Exception {
    Files.createDirectories(directory);
    SimpleKdcServer server = new SimpleKdcServer();
    server.setWorkDir(directory.toFile());
    server.setKdcHost("localhost");
    server.setKdcRealm(REALM);
    server.setAllowUdp(false);
    server.setKdcTcpPort(Ports.free());
    server.init();
    server.start();
    return new Kdc(directory, server);
  }

  /** What a JVM is told of the realm, in {@code java.security.krb5.conf}. */
  Path configuration() {
    return directory.resolve("krb5.conf");
  }

  /**
   * Makes somebody, and how he logs in: with a file of keys, as services do.
   *
   * @param name such as {@code agent} or {@code kafka/localhost}
   */
  String login(String name) throws KrbException {
    String principal = name + '@' + REALM;
    Path file = directory.resolve(name.replace('/', '-') + ".keytab");
    server.createPrincipals(principal);
    server.exportPrincipal(principal, file.toFile());
    return "%s required useKeyTab=true storeKey=true keyTab=\"%s\" principal=\"%s\";"
        .formatted(MODULE, file, principal);
  }

  @Override
  public void close() throws KrbException {
    server.stop();
  }
}
