package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a path where others may write, or that they may have lead elsewhere, is told. */
class ClosedPathTest {
  @TempDir Path directory;

  private Path own(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private Path open(String name) throws IOException {
    return mode(own(name), "rwxrwxrwx");
  }

  private static Path mode(Path path, String permissions) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static void closed(Path path) throws IOException {
    assertThat(ClosedPath.objection(path)).isEmpty();
  }

  private static void refused(Path path, String why) throws IOException {
    assertThat(ClosedPath.objection(path)).hasValue(why);
  }

  private static void needsRoot(Path own, String attribute) throws IOException {
    try {
      Files.setAttribute(own, attribute, 12_345);
    } catch (IOException e) {
      System.out.println("skipped: needs root");
      Assumptions.abort("needs root");
    }
  }

  @Test
  void onesOwnIsClosedAlsoWhatIsNotThereYet() throws IOException {
    closed(Files.writeString(own("own").resolve("file"), "text"));
    closed(directory.resolve("a/b"));
  }

  @Test
  void whereAllMayWriteIsTold() throws IOException {
    Path open = open("open");
    refused(open, "others may write to " + open);
    refused(open.resolve("not/yet"), "others may write to " + open);
    Path file = Files.writeString(own("own").resolve("file"), "text");
    refused(mode(file, "rw-rw-rw-"), "others may write to " + file);
  }

  @Test
  void aStickyOneOnTheWayIsNoHarm() throws Exception {
    Path sticky = open("sticky");
    assertThat(new ProcessBuilder("chmod", "+t", sticky.toString()).start().waitFor()).isZero();
    closed(sticky.resolve("own"));
    refused(sticky, "others may write to " + sticky);
  }

  @Test
  void aLinkIsWhatItLeadsTo() throws IOException {
    Path open = open("open");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("open"));
    refused(link.resolve("below"), "others may write to " + open);
    refused(
        Files.createSymbolicLink(open("other").resolve("own"), own("own")),
        "others may write to " + directory.resolve("other"));
    closed(Files.createSymbolicLink(directory.resolve("to-own"), directory.resolve("own")));
    Path circle = directory.resolve("circle");
    refused(Files.createSymbolicLink(circle, circle), circle + " leads in a circle");
  }

  /** Behind a link {@code ..} is another directory than its name says. */
  @Test
  void aWayBackIsFollowedAsTheKernelDoes() throws IOException {
    Path deep = Files.createDirectory(open("open").resolve("deep"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), deep);
    assertThat(ClosedPath.objection(link.resolve("../x")))
        .hasValueSatisfying(why -> assertThat(why).startsWith("others may write to "));
  }

  /** As Kubernetes lays a ConfigMap out, whose directory has the mode 0777. */
  @Test
  void aVolumeThatIsMountedToBeReadIsNoHarm() throws IOException {
    Path volume = open("volume");
    Files.writeString(Files.createDirectory(volume.resolve("..1")).resolve("a.pem"), "text");
    Files.createSymbolicLink(volume.resolve("..data"), Path.of("..1"));
    Path file = Files.createSymbolicLink(volume.resolve("a.pem"), Path.of("..data/a.pem"));
    String line = "1 2 0:3 / %s %s,relatime - ext4 /dev/a rw\n";
    Path mounts = directory.resolve("mountinfo");
    Files.writeString(mounts, line.formatted(volume, "ro"));
    assertThat(ClosedPath.objection(file, mounts)).isEmpty();
    for (String other : List.of(line.formatted(volume, "rw"), line.formatted(directory, "ro"))) {
      Files.writeString(mounts, other);
      assertThat(ClosedPath.objection(file, mounts)).as(other).isPresent();
    }
    Files.writeString(mounts, line.formatted(volume, "ro"));
    Files.delete(volume.resolve("..data"));
    assertThat(ClosedPath.objection(volume.resolve("..1/a.pem"), mounts))
        .as("anybody's directory")
        .isPresent();
  }

  @Test
  void whatBelongsToSomebodyElseIsTold() throws IOException {
    Path own = own("own");
    needsRoot(own, "unix:uid");
    refused(own.resolve("below"), own + " belongs to user 12345");
  }

  @Test
  void anotherGroupThatMayWriteIsNotRoot() throws IOException {
    Path own = mode(own("own"), "rwxrwx---");
    closed(own);
    needsRoot(own, "unix:gid");
    refused(own, "others may write to " + own);
  }
}
