package io.oasis.adapter.journal;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Written;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Version;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The journal of an adapter that runs. Lines are gathered with {@link #announce}, {@link #restored}
 * and {@link #saw} and are on the disk after {@link #force}; one force serves a whole batch.
 *
 * <p>Another process may consume the file at any time (kill switch, guardian): {@link #lost} tells.
 * Versions and conflicts live in files of their own beside it, because they outlive the limits.
 *
 * <p>Thread-safe; what is announced and forced belongs to one thread.
 */
public final class Journal {
  /** The file's name within a state directory. */
  public static final String FILE = "journal";

  static final String VERSIONS_FILE = "versions";
  static final String CONFLICTS_FILE = "conflicts";

  /** Beyond this many lines the file is written anew with what is open. */
  private static final int COMPACT_LINES = 20_000;

  private final Path file;
  private final Path versionsFile;
  private final Map<Place, Entry> open = new LinkedHashMap<>();
  private final Map<DomainId, Version> versions = new HashMap<>();
  private final Set<Place> conflicts = new LinkedHashSet<>();
  private final StringBuilder pending = new StringBuilder();
  private String generation = "";
  private long lastId;
  private int lines;

  /** A write failed: the file on the disk says less than this object, so it is written anew. */
  private boolean behind;

  /** Somebody removed the file while places are open. */
  private boolean consumed;

  private Journal(Path file, Path versionsFile) {
    this.file = file;
    this.versionsFile = versionsFile;
  }

  /** Opens the journal of a state directory; what could not be restored before stays open. */
  public static Journal open(Path stateDir) throws JournalException {
    Journal journal = new Journal(stateDir.resolve(FILE), stateDir.resolve(VERSIONS_FILE));
    journal.versions.putAll(read(journal.versionsFile).versions());
    journal.conflicts.addAll(contested(stateDir).keySet());
    for (Entry entry : leftovers(stateDir)) {
      journal.open.put(entry.place(), entry);
      journal.lastId = Math.max(journal.lastId, entry.id());
    }
    return journal;
  }

  /** What a journal file leaves to be restored; nothing when there is no file. */
  public static Collection<Entry> leftovers(Path stateDir) throws JournalException {
    return List.copyOf(read(stateDir.resolve(FILE)).open().values());
  }

  /**
   * Places where somebody else wrote over a limit of ours, as a state directory says, each with the
   * kind of its target; empty where an earlier release wrote it.
   */
  public static Map<Place, String> contested(Path stateDir) throws JournalException {
    return read(stateDir.resolve(CONFLICTS_FILE)).conflicts();
  }

  private static JournalText.Content read(Path file) throws JournalException {
    try {
      return JournalText.parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return JournalText.Content.none();
    } catch (IOException e) {
      throw new JournalException("cannot read " + file + ": " + e.getMessage(), e);
    } catch (JournalException e) {
      throw new JournalException(file + " " + e.getMessage(), e);
    }
  }

  /** The highest version ever seen of each domain. */
  public synchronized Map<DomainId, Version> versions() {
    return Map.copyOf(versions);
  }

  /** Places where somebody else wrote over a limit of ours. */
  public synchronized Set<Place> conflicts() {
    return Set.copyOf(conflicts);
  }

  /** Keeps them, all of one kind of target, on the disk. */
  public synchronized void conflicts(String kind, Set<Place> places) throws JournalException {
    Path conflictsFile = file.resolveSibling(CONFLICTS_FILE);
    StringBuilder text = new StringBuilder(JournalText.header(CONFLICTS_FILE));
    places.forEach(place -> text.append(JournalText.conflict(place, kind)));
    try {
      Durably.replace(conflictsFile, text.toString());
    } catch (IOException e) {
      throw new JournalException("cannot write " + conflictsFile + ": " + e.getMessage(), e);
    }
  }

  public synchronized Optional<Entry> entry(Place place) {
    return Optional.ofNullable(open.get(place));
  }

  public synchronized Collection<Entry> entries() {
    return List.copyOf(open.values());
  }

  /** Gathers what is about to be written; {@code current} is what the place holds now. */
  public synchronized void announce(String kind, Place place, Throttle current, Throttle wanted) {
    Entry entry = open.get(place);
    Written written;
    if (entry == null) {
      lastId++;
      pending.append(JournalText.before(lastId, kind, place, current));
      written = Written.first(current, wanted);
      entry = new Entry(lastId, kind, place, written);
    } else {
      written = entry.written().then(wanted);
    }
    pending.append(JournalText.write(entry.id(), wanted));
    open.put(place, new Entry(entry.id(), kind, place, written));
  }

  /** Takes an announcement back: it was not forced and nothing was written. */
  public synchronized void retract(Place place, Optional<Entry> earlier) {
    if (earlier.isPresent()) {
      open.put(place, earlier.get());
    } else {
      open.remove(place);
    }
  }

  /** Gathers that a place is as it was before. */
  public synchronized void restored(Place place) {
    Entry entry = open.remove(place);
    if (entry != null) {
      pending.append(JournalText.end(entry.id()));
    }
  }

  /** Puts all that was gathered on the disk. After a failure nothing of it counts. */
  public synchronized void force() throws JournalException {
    if (pending.isEmpty() && !behind) {
      return;
    }
    if (lost()) {
      throw new JournalException(file + " was removed by whoever restored from it");
    }
    String text = pending.toString();
    pending.setLength(0);
    try {
      if (generation.isEmpty() || behind || lines > COMPACT_LINES) {
        rewrite();
      } else {
        append(text);
        lines += (int) text.chars().filter(c -> c == '\n').count();
      }
      behind = false;
    } catch (IOException e) {
      behind = true;
      throw new JournalException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private void append(String text) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long end = channel.size();
      try {
        channel.position(end);
        Durably.append(channel, text);
        channel.force(true);
      } catch (IOException e) {
        channel.truncate(end); // a half line would swallow the next whole one
        throw e;
      }
    }
  }

  /** A new file with what is open, in place of the old one. */
  private void rewrite() throws IOException {
    String next = UUID.randomUUID().toString();
    StringBuilder text = new StringBuilder(JournalText.header(next));
    for (Entry entry : open.values()) {
      Written written = entry.written();
      text.append(JournalText.before(entry.id(), entry.kind(), entry.place(), written.before()));
      text.append(JournalText.write(entry.id(), written.previous()));
      text.append(JournalText.write(entry.id(), written.last()));
    }
    Durably.replace(file, text.toString());
    generation = next;
    lines = 3 * open.size();
  }

  /** Whether somebody else consumed the file while it was in use. */
  public synchronized boolean lost() {
    if (!consumed && !generation.isEmpty()) {
      try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        consumed = !(JournalText.MAGIC + generation).equals(reader.readLine());
      } catch (NoSuchFileException e) {
        consumed = true;
      } catch (IOException e) {
        return false; // not readable now is not the same as gone
      }
    }
    return consumed;
  }

  /** Starts over after {@link #lost}: what is open in memory stays to be released. */
  public synchronized void startOver() {
    generation = "";
    consumed = false;
  }

  /** Removes the file when nothing is open, as a clean stop does. */
  public synchronized void close() throws JournalException {
    if (open.isEmpty() && !generation.isEmpty()) {
      remove(file);
      generation = "";
    }
  }

  /** Removes a journal whose places were restored. */
  public static void consume(Path stateDir) throws JournalException {
    remove(stateDir.resolve(FILE));
  }

  private static void remove(Path file) throws JournalException {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new JournalException("cannot remove " + file + ": " + e.getMessage(), e);
    }
  }

  /** Keeps, on the disk, that a version of a domain was seen. */
  public synchronized void saw(DomainId domain, Version version) throws JournalException {
    Version known = versions.getOrDefault(domain, Version.NONE);
    if (!version.isAfter(known)) {
      return;
    }
    versions.put(domain, version);
    if (version.epoch() == known.epoch()) {
      return; // managers go on above the epoch; the sequence need not survive
    }
    StringBuilder text = new StringBuilder(JournalText.header("versions"));
    versions.forEach((key, value) -> text.append(JournalText.version(key, value)));
    try {
      Durably.replace(versionsFile, text.toString());
    } catch (IOException e) {
      versions.put(domain, known);
      throw new JournalException("cannot write " + versionsFile + ": " + e.getMessage(), e);
    }
  }
}
