package io.oasis.adapter.shell;

import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.journal.Restorer;
import io.oasis.adapter.targets.DeviceFiles;
import io.oasis.adapter.targets.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an earlier adapter of a state directory has left there. */
final class Predecessor {
  private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

  private final Path stateDir;
  private final HandOver handOver;

  Predecessor(Path stateDir, HandOver handOver) {
    this.stateDir = stateDir;
    this.handOver = handOver;
  }

  /** How long may stay what it left to this one; all of it must be of this kind of target. */
  Optional<Duration> left(String kind) throws EnvironmentException {
    try {
      Set<String> kinds = Set.of(kind, DeviceFiles.KIND);
      boolean ours =
          Journal.leftovers(stateDir).stream().allMatch(entry -> kinds.contains(entry.kind()));
      return handOver.take().filter(_ -> ours);
    } catch (JournalException e) {
      throw unreadable(e);
    }
  }

  /** Puts back what was there before its limits. */
  void restore(Map<String, Target> targets) throws EnvironmentException {
    try {
      for (Restorer.Item item : new Restorer(targets).restore(stateDir)) {
        LOG.warn("left by a crash: {} {} {}", item.place(), item.result(), item.detail());
      }
    } catch (JournalException e) {
      throw unreadable(e);
    }
  }

  private static EnvironmentException unreadable(JournalException e) {
    return new EnvironmentException(
        e.getMessage() + ": restore by hand, then remove it, or give another --state-dir", e);
  }

  /** Its journal, to be gone on with. */
  Journal journal() throws EnvironmentException {
    try {
      return Journal.open(stateDir);
    } catch (JournalException e) {
      throw new EnvironmentException(
          e.getMessage() + ": mend or remove it, or give another --state-dir", e);
    }
  }
}
