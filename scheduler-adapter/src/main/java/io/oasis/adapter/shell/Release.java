package io.oasis.adapter.shell;

import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.journal.Restorer;
import io.oasis.linux.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets go of everything by hand, without broker, manager or adapter.
 *
 * <p>The marker comes first: an adapter that sees it writes nothing any more. A living adapter is
 * given a moment to let go itself; whatever the journal still holds then is restored here. Done
 * twice, the second time finds nothing.
 */
public final class Release {
  private static final long PATIENCE_MILLIS = 500;
  private static final long LOOK_MILLIS = 10;

  /**
   * What was done.
   *
   * @param items the places that were in force
   * @param message one line for people
   */
  public record Report(boolean released, List<Restorer.Item> items, String message) {
    public Report {
      items = List.copyOf(items);
    }

    /** Whether nothing of ours is left. */
    public boolean complete() {
      return items.stream().noneMatch(item -> item.result() == Restorer.Result.FAILED);
    }

    public String text() {
      StringBuilder text = new StringBuilder(message);
      for (Restorer.Item item : items) {
        text.append("\n  ")
            .append(item.place().object())
            .append(' ')
            .append(item.place().device().name())
            .append(": ")
            .append(item.result().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '))
            .append(", ")
            .append(item.detail());
      }
      return text.toString();
    }

    public String json() {
      StringBuilder text = new StringBuilder("{\"released\":").append(released);
      text.append(",\"complete\":").append(complete());
      text.append(",\"message\":").append(quoted(message)).append(",\"places\":[");
      String comma = "";
      for (Restorer.Item item : items) {
        text.append(comma)
            .append("{\"cgroup\":")
            .append(quoted(item.place().object()))
            .append(",\"device\":")
            .append(quoted(item.place().device().name()))
            .append(",\"result\":")
            .append(quoted(item.result().name()))
            .append(",\"detail\":")
            .append(quoted(item.detail()))
            .append('}');
        comma = ",";
      }
      return text.append("]}").toString();
    }

    private static String quoted(String text) {
      StringBuilder out = new StringBuilder("\"");
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\') {
          out.append('\\').append(c);
        } else if (c < ' ') {
          out.append("\\u%04x".formatted((int) c));
        } else {
          out.append(c);
        }
      }
      return out.append('"').toString();
    }
  }

  private final Path stateDir;
  private final HostRoot root;

  public Release(Path stateDir, HostRoot root) {
    this.stateDir = stateDir;
    this.root = root;
  }

  /** Sets the marker and restores. */
  public Report release() throws EnvironmentException {
    requireStateDir();
    try {
      Collection<Entry> before = Journal.leftovers(stateDir);
      new ReleaseMarker(stateDir).set();
      List<Restorer.Item> items = new ArrayList<>(byTheAdapter(before));
      items.addAll(new Restorer(Targets.all(root)).restore(stateDir));
      long failed = items.stream().filter(item -> item.result() == Restorer.Result.FAILED).count();
      String message =
          failed > 0
              ? failed + " of " + items.size() + " limits could not be let go"
              : items.isEmpty()
                  ? "no limit was in force; nothing will be enforced until --resume"
                  : items.size() + " let go; nothing will be enforced until --resume";
      return new Report(true, items, message);
    } catch (IOException | JournalException e) {
      throw new EnvironmentException(
          "cannot release with " + stateDir + " (" + e.getMessage() + "); run as root?", e);
    }
  }

  /** Takes the marker back. */
  public Report resume() throws EnvironmentException {
    requireStateDir();
    try {
      boolean was = new ReleaseMarker(stateDir).clear();
      return new Report(
          false, List.of(), was ? "enforcing is allowed again" : "it was not released by hand");
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot resume with " + stateDir + " (" + e.getMessage() + "); run as root?", e);
    }
  }

  private void requireStateDir() throws EnvironmentException {
    if (!Files.isDirectory(stateDir)) {
      throw new EnvironmentException(
          "there is no directory "
              + stateDir
              + ": give the --data-dir of `oasis up`, or the --state-dir of `oasis adapter`");
    }
    StateDirectory.check(stateDir);
  }

  /** Waits for a living adapter; gives what it has let go of. */
  private List<Restorer.Item> byTheAdapter(Collection<Entry> before) throws JournalException {
    long waited = 0;
    while (TargetLock.isTaken(stateDir)
        && !Journal.leftovers(stateDir).isEmpty()
        && waited < PATIENCE_MILLIS) {
      pause();
      waited += LOOK_MILLIS;
    }
    List<Long> still = Journal.leftovers(stateDir).stream().map(Entry::id).toList();
    return before.stream()
        .filter(entry -> !still.contains(entry.id()))
        .map(
            entry ->
                new Restorer.Item(
                    entry.place(),
                    Restorer.Result.RESTORED,
                    entry.written().before() + " (by the adapter)"))
        .toList();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
