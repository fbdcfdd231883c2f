package io.oasis.manager.server.access;

import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/**
 * Which subject of a client certificate has which role. A line of the file is a role and a subject
 * ({@code operator CN=alice,O=Bank}); the whole subject must be the same, in RFC 2253's canonical
 * form. Lines that begin with {@code #} say nothing.
 */
final class CertificateRoles {
  private final Map<X500Principal, Role> roles = new HashMap<>();

  CertificateRoles(Optional<Path> file) {
    file.ifPresent(this::read);
  }

  Optional<Role> of(X500Principal subject) {
    return Optional.ofNullable(roles.get(subject));
  }

  private void read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw refused(file, "cannot be read: " + e);
    }
    for (String line : lines) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        String[] parts = text.split("\\s+", 2);
        Role role =
            Role.of(parts[0])
                .orElseThrow(
                    () -> refused(file, "a line must begin with viewer, operator or admin"));
        roles.put(subject(file, parts), role);
      }
    }
  }

  private static X500Principal subject(Path file, String[] parts) {
    try {
      return new X500Principal(parts.length < 2 ? "" : parts[1]);
    } catch (IllegalArgumentException e) {
      throw refused(file, "no subject: " + parts[1]);
    }
  }

  private static UsageException refused(Path file, String why) {
    return new UsageException("certificate-roles", file.toString(), why);
  }
}
