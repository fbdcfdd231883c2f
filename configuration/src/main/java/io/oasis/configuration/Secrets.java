package io.oasis.configuration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Secrets of this host as files that nobody but their owner can read: 0600 in a directory of 0700,
 * made when they are first asked for.
 *
 * <p>Law: what others could have written or may read is no secret and is refused in one line that
 * names the file. A file appears with its whole content or not at all, so that two processes that
 * start at once have the same secret.
 */
public final class Secrets {
  /** Bytes of a fresh secret: more than anybody can guess (256 bits). */
  private static final int FRESH_BYTES = 32;

  /** A secret is a line. */
  private static final int MOST_BYTES = 4_096;

  private static final String ROOT = "root";

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private final Path directory;

  private Secrets(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes the directory if need be.
   *
   * @throws UsageException when it is not ours alone or cannot be made
   */
  public static Secrets in(Path directory) {
    try {
      makePrivate(directory);
    } catch (IOException e) {
      throw refused(directory, "must be a directory that can be written: " + e);
    }
    check(directory, false);
    return new Secrets(directory);
  }

  /** Makes a directory that only its owner may enter, and those above it as they come. */
  private static void makePrivate(Path directory) throws IOException {
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return; // whose it is and who may enter is looked at next
    }
    Path above = directory.toAbsolutePath().getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    try {
      Files.createDirectory(directory, only("rwx------"));
    } catch (FileAlreadyExistsException e) {
      return; // another process was faster
    }
  }

  /** 32 random bytes in letters, digits, '-' and '_'. */
  public static String fresh() {
    byte[] bytes = new byte[FRESH_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  /**
   * The file's text without white space around it.
   *
   * @param made the text of a file that is not there yet
   */
  public String text(String name, Supplier<String> made) {
    Path file = file(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      make(file, made.get());
    }
    return read(file);
  }

  /**
   * The text of a secret that must be there.
   *
   * @throws UsageException when it is not, or is not its owner's alone
   */
  public static String read(Path file) {
    check(file, false);
    return textOf(file);
  }

  /** The same of a service, which root reads who wants to speak with that service. */
  public static String readOfService(Path file) {
    check(file, true);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(file, "must be a file");
    }
    return textOf(file);
  }

  private static String textOf(Path file) {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] text = in.readNBytes(MOST_BYTES + 1);
      if (text.length > MOST_BYTES) {
        throw refused(file, "must be a line of at most " + MOST_BYTES + " bytes");
      }
      return new String(text, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw refused(file, "must be a file that can be read: " + e);
    }
  }

  private void make(Path file, String text) {
    try {
      Path draft = Files.createTempFile(directory, ".new-", "", only("rw-------"));
      try {
        Files.writeString(draft, text + "\n", StandardCharsets.UTF_8);
        Files.createLink(file, draft);
      } catch (FileAlreadyExistsException e) {
        return; // another process was faster: its secret is the one
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces a file's text, as a whole. */
  public void put(String name, String text) {
    try {
      Path draft = Files.createTempFile(directory, ".new-", "", only("rw-------"));
      Files.writeString(draft, text + "\n", StandardCharsets.UTF_8);
      Files.move(
          draft, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param isOfService whether it may belong to another user than who runs this, if that is root
   */
  private static void check(Path path, boolean isOfService) {
    PosixFileAttributes found;
    UserPrincipal self;
    try {
      found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      self = Files.getOwner(Path.of("/proc/self"));
    } catch (IOException e) {
      throw refused(path, "must be there and readable: " + e);
    }
    if (found.isSymbolicLink()) {
      throw refused(path, "must not be a symbolic link");
    }
    boolean mayBeAnyones = isOfService && self.getName().equals(ROOT);
    if (!mayBeAnyones && !found.owner().equals(self) && !found.owner().getName().equals(ROOT)) {
      throw refused(path, "must belong to who runs this or to root, not " + found.owner());
    }
    if (!Collections.disjoint(found.permissions(), OTHERS)) {
      throw refused(
          path,
          "must be closed to group and others, not "
              + PosixFilePermissions.toString(found.permissions()));
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  private static UsageException refused(Path path, String rule) {
    return new UsageException("secret", path.toString(), rule);
  }
}
