package io.oasis.it;

import io.oasis.distribution.Services;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What each service of a deployment exports, as Prometheus would read it. */
record Scrapes(Map<String, String> texts) {
  private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z][a-z0-9_]*)[{ ]");

  static Scrapes of(Services services) {
    Map<String, String> texts = new TreeMap<>();
    for (String name : new String[] {"manager", "adapter", "agent"}) {
      texts.put(name, services.metrics(name));
    }
    return new Scrapes(texts);
  }

  /** The same and what somebody else exports. */
  Scrapes and(String name, String text) {
    Map<String, String> all = new TreeMap<>(texts);
    all.put(name, text);
    return new Scrapes(all);
  }

  /** Names of time series, those of the JVM too. */
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (String text : texts.values()) {
      Matcher sample = SAMPLE.matcher(text);
      while (sample.find()) {
        names.add(sample.group(1));
      }
    }
    return names;
  }

  /** I/O that reaches a disk, for an agent to see. */
  static void write(Path file) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1 << 16), 0);
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
