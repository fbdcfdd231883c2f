package io.oasis.proving.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Another user of the host opens a file or directory. */
record FileAttack(String name, Function<Site, Path> path) implements Attack {
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  static List<Attack> all() {
    List<Attack> attacks = new ArrayList<>();
    attacks.add(new FileAttack("file: another user enters the data directory", Site::data));
    attacks.add(new FileAttack("file: another user enters the broker's secrets", Site::secrets));
    attacks.add(new FileAttack("file: another user enters the tokens", Site::tokens));
    for (String role : List.of("viewer", "operator", "admin")) {
      attacks.add(
          new FileAttack(
              "file: another user reads the token of " + role,
              site -> site.tokens().resolve(role + ".token")));
    }
    attacks.add(
        new FileAttack(
            "file: another user reads the key of sessions",
            site -> site.tokens().resolve("session.key")));
    for (String principal : List.of("admin", "broker", "manager", "adapter", "agent")) {
      attacks.add(
          new FileAttack(
              "file: another user reads the password of " + principal,
              site -> site.secrets().resolve(principal + ".properties")));
    }
    attacks.add(
        new FileAttack(
            "file: another user reads the broker's configuration",
            site -> site.data().resolve("broker").resolve("server.properties")));
    return attacks;
  }

  @Override
  public Verdict attempt(Site site) {
    try {
      PosixFileAttributes found =
          Files.readAttributes(
              path.apply(site), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Verdict(
          Collections.disjoint(found.permissions(), OTHERS) && !found.isSymbolicLink(),
          PosixFilePermissions.toString(found.permissions()));
    } catch (IOException e) {
      return new Verdict(false, "not there: " + e.getMessage());
    }
  }
}
