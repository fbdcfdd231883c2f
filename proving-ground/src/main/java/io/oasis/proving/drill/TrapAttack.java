package io.oasis.proving.drill;

import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.TargetLock;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Something laid where a program of this host will come by that may do more than who laid it. All
 * happens in a directory of its own, which is removed.
 */
record TrapAttack(String name, Trap trap) implements Attack {
  /** Lays it, and has the program come by. */
  interface Trap {
    Verdict springIn(Path directory, Site site) throws IOException, InterruptedException;
  }

  static List<Attack> all() {
    return List.of(
        new TrapAttack("trap: a command in the journal for the guardian", TrapAttack::journal),
        new TrapAttack("trap: a link where the adapter locks", TrapAttack::link),
        new TrapAttack("trap: another user's leftovers for the janitor", TrapAttack::leftovers));
  }

  @Override
  public Verdict attempt(Site site) {
    return Scratch.with(directory -> trap.springIn(directory, site));
  }

  /** Bash carries out a command that stands in what it indexes by. */
  private static Verdict journal(Path directory, Site site)
      throws IOException, InterruptedException {
    Path marker = directory.resolve("marker");
    Path place = Files.createDirectory(directory.resolve("place"));
    Files.writeString(
        directory.resolve(Journal.FILE),
        """
        oasis-journal 1 7
        B a[$(touch${IFS}%1$s)] cgroup-v2 1 7:0 5 %2$s 0 0 0 0 0 0 0 0 0 0
        B 1 cgroup-v2 a[$(touch${IFS}%1$s)] 7:0 5 %2$s 0 0 0 0 0 0 0 0 0 0
        E a[$(touch${IFS}%1$s)]
        """
            .formatted(marker, place));
    Path guardian = site.data().resolve("adapter").resolve("guardian.sh");
    if (!Files.isReadable(guardian)) {
      return new Verdict(false, "not tried: there is no " + guardian);
    }
    Process process =
        new ProcessBuilder("bash", guardian.toString(), directory.toString(), "1")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    int code = process.waitFor();
    return new Verdict(Files.notExists(marker), "guardian, which ended with " + code);
  }

  private static Verdict link(Path directory, Site site) throws IOException {
    Path precious = Files.writeString(directory.resolve("precious"), "precious");
    Files.createSymbolicLink(directory.resolve("adapter.lock"), precious);
    try (TargetLock _ = TargetLock.take(directory)) {
      return new Verdict(false, "it took the link for its lock");
    } catch (EnvironmentException e) {
      return new Verdict(Files.readString(precious).equals("precious"), "" + e.getMessage());
    }
  }

  /** In a directory that is everybody's anybody can make what looks like a run that is over. */
  private static Verdict leftovers(Path shared, Site site) throws IOException {
    Path run = Files.createDirectory(shared.resolve("oasis-lab-drill"));
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path leftovers =
        Files.writeString(run.resolve("leftovers"), "owner 1 0\ndirectory " + run + "\n");
    Janitor.sweep(shared);
    return new Verdict(Files.exists(leftovers), "janitor: everybody could have written it");
  }
}
