package io.oasis.proving.chaos;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Begins and ends troubles on a site. */
final class Troublemaker {
  /** A file system is made read-only when nobody has a file open: who was killed takes a moment. */
  private static final Duration RELEASED = Duration.ofSeconds(5);

  private static final Duration STEP = Duration.ofHours(1);

  private final ChaosSite site;
  private final OldRecords oldRecords;
  private final Set<String> down = new HashSet<>();

  Troublemaker(ChaosSite site, Recorder recorder) {
    this.site = site;
    this.oldRecords = new OldRecords(recorder);
  }

  void begin(Trouble trouble) {
    for (String victim : trouble.victims()) {
      switch (trouble.kind()) {
        case KILL -> kill(victim);
        case STOP -> site.services().signal(victim, "STOP");
        case CUT -> link(victim, Link.Quality.CUT);
        case SLOW -> link(victim, Link.Quality.SLOW);
        case EMPTY_DISK -> {
          kill(victim);
          erase(site.volume(victim).directory());
        }
        case FULL_DISK -> site.volume(victim).fill();
        case READ_ONLY_DISK -> beginReadOnly(victim);
        case STEP_CLOCK -> site.clock(victim).step(STEP);
        case OLD_RECORDS -> oldRecords.begin();
        case REMOVE -> {
          if (victim.equals("device")) {
            site.pull();
          } else {
            site.removeCgroup(ChaosSite.SHALLOW);
          }
        }
      }
    }
  }

  void end(Trouble trouble) {
    for (String victim : trouble.victims()) {
      switch (trouble.kind()) {
        case KILL, EMPTY_DISK -> launch(victim);
        case STOP -> site.services().signal(victim, "CONT");
        case CUT, SLOW -> link(victim, Link.Quality.GOOD);
        case FULL_DISK -> {
          site.volume(victim).empty();
          launchDead(victim);
        }
        case READ_ONLY_DISK -> {
          site.volume(victim).remount(false);
          launchDead(victim);
        }
        case STEP_CLOCK -> site.clock(victim).step(Duration.ZERO);
        case OLD_RECORDS -> oldRecords.end();
        case REMOVE -> {
          if (victim.equals("device")) {
            site.plug();
          } else {
            site.startApplication(ChaosSite.SHALLOW);
          }
        }
      }
    }
  }

  /** Services that died although nobody killed them; they are started again. */
  List<String> reviveOthers() {
    List<String> dead =
        Stream.concat(Stream.of(Trouble.BROKER), ChaosSite.clients().stream())
            .filter(name -> !down.contains(name) && !site.services().alive(name))
            .toList();
    dead.forEach(this::launch);
    return dead;
  }

  private void kill(String victim) {
    down.add(victim);
    site.services().kill(victim);
  }

  private void launch(String victim) {
    site.services().launch(victim);
    down.remove(victim);
  }

  private void launchDead(String victim) {
    if (!site.services().alive(victim)) {
      launch(victim);
    }
  }

  /** It may end at once for want of a disk: that is no failure of it. */
  private void beginReadOnly(String victim) {
    kill(victim);
    Volume volume = site.volume(victim);
    if (!Wait.until(RELEASED, () -> isReadOnly(volume))) {
      throw new MissingException(volume.directory() + " cannot be made read-only");
    }
    site.services().launch(victim);
  }

  private static boolean isReadOnly(Volume volume) {
    try {
      volume.remount(true);
      return true;
    } catch (MissingException e) {
      return false; // in use
    }
  }

  private void link(String victim, Link.Quality quality) {
    List<String> clients = victim.equals(Trouble.BROKER) ? ChaosSite.clients() : List.of(victim);
    clients.forEach(client -> site.link(client).set(quality));
  }

  private static void erase(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
