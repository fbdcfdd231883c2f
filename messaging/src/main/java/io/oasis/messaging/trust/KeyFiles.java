package io.oasis.messaging.trust;

import io.oasis.configuration.ClosedPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes keys as PEM (RFC 7468) in files that are open to their owner only. */
final class KeyFiles {
  /** A few hundred keys; whatever is longer holds something else. */
  private static final long MOST_BYTES = 64 << 10;

  /** Hexadecimal digits of an id: enough that nobody finds a second key with it. */
  private static final int ID_DIGITS = 16;

  /** Of a line of PEM. */
  private static final int LINE_CHARS = 64;

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rw-rw-");

  private KeyFiles() {}

  static String idOf(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, ID_DIGITS);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new KeyException(file + ": is longer than keys are", null);
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be read (" + e + ")", e);
    }
  }

  /** Of a file that others may read but not write, or put another one in place of. */
  static String readTrusted(Path file) {
    Optional<String> objection;
    try {
      objection = ClosedPath.objection(file);
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be read (" + e + ")", e);
    }
    if (objection.isPresent()) {
      throw new KeyException(
          file + ": whose key it is nobody knows, as " + objection.get() + "; chmod go-w it", null);
    }
    return read(file);
  }

  /** Of a file that nobody but its owner may read. */
  static String readSecret(Path file) {
    try {
      if (!Collections.disjoint(Files.getPosixFilePermissions(file), OTHERS)) {
        throw new KeyException(file + ": is open to others than its owner; chmod 600 it", null);
      }
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be read (" + e + ")", e);
    }
    return read(file);
  }

  /** Writes a new file; it is open to its owner only before anything is in it. */
  static void writeSecret(Path file, String text) throws IOException {
    write(file, text, "rw-------");
  }

  static void writePublic(Path file, String text) throws IOException {
    write(file, text, "rw-r--r--");
  }

  private static void write(Path file, String text, String permissions) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(permissions));
    Files.move(fresh, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  /** Makes a directory that is open to its owner only; one that is there is made so. */
  static void makePrivate(Path directory) throws IOException {
    Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rwx------");
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(directory, owner);
      return;
    }
    if (directory.getParent() != null) {
      Files.createDirectories(directory.getParent());
    }
    Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(owner));
  }

  static String block(String kind, byte[] bytes) {
    Base64.Encoder lines = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'});
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
        .formatted(kind, lines.encodeToString(bytes));
  }

  /** All blocks of the kind. */
  static List<byte[]> blocks(String text, String kind) {
    Matcher found =
        Pattern.compile(
                "-----BEGIN " + kind + "-----([A-Za-z0-9+/=\\s]*)-----END " + kind + "-----")
            .matcher(text);
    List<byte[]> blocks = new ArrayList<>();
    while (found.find()) {
      blocks.add(Base64.getMimeDecoder().decode(found.group(1)));
    }
    return blocks;
  }
}
