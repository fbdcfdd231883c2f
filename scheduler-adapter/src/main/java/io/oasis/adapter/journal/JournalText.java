package io.oasis.adapter.journal;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Written;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Version;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The journal's lines, written and read. */
final class JournalText {
  static final String MAGIC = "oasis-journal 1 ";

  /**
   * What a journal says.
   *
   * @param generation which journal it is
   * @param open places not restored, by number
   * @param conflicts places where somebody else wrote over a limit of ours, each with the kind of
   *     its target; empty where an earlier release wrote it
   * @param unreadable whole lines that could not be understood
   */
  record Content(
      String generation,
      Map<Long, Entry> open,
      Map<DomainId, Version> versions,
      Map<Place, String> conflicts,
      List<String> unreadable) {
    static Content none() {
      return of("");
    }

    private static Content of(String generation) {
      return new Content(
          generation,
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new ArrayList<>());
    }
  }

  private JournalText() {}

  static String header(String generation) {
    return MAGIC + generation + '\n';
  }

  static String version(DomainId domain, Version version) {
    return "V " + version.epoch() + ' ' + version.sequence() + ' ' + encode(domain.value()) + '\n';
  }

  static String before(long id, String kind, Place place, Throttle before) {
    return "B %d %s %s %s\n".formatted(id, kind, place(place), numbers(before));
  }

  static String conflict(Place place, String kind) {
    return "C " + place(place) + ' ' + kind + '\n';
  }

  private static String place(Place place) {
    return "%d %s %d %s"
        .formatted(
            place.inode(),
            encode(place.device().name()),
            place.device().generation(),
            encode(place.object()));
  }

  static String write(long id, Throttle wanted) {
    return "W " + id + ' ' + numbers(wanted) + '\n';
  }

  static String end(long id) {
    return "E " + id + '\n';
  }

  private static String numbers(Throttle throttle) {
    return Arrays.stream(Throttle.Part.values())
        .map(part -> Long.toString(throttle.get(part)))
        .collect(Collectors.joining(" "));
  }

  /** Reads a journal; lines after the first that are not understood are listed, not obeyed. */
  static Content parse(String text) throws JournalException {
    int headerEnd = text.indexOf('\n');
    if (!text.startsWith(MAGIC) || headerEnd < 0) {
      throw new JournalException("does not start with '" + MAGIC.strip() + "'");
    }
    String generation = text.substring(MAGIC.length(), headerEnd);
    Content content = Content.of(generation);
    int from = headerEnd + 1;
    for (int end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      String line = text.substring(from, end);
      try {
        read(line.split(" ", -1), content);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        content.unreadable().add(line);
      }
      from = end + 1;
    }
    return content;
  }

  private static void read(String[] words, Content content) {
    switch (words[0]) {
      case "V" ->
          content
              .versions()
              .merge(
                  new DomainId(decode(words[3])),
                  new Version(Long.parseLong(words[1]), Long.parseLong(words[2])),
                  (old, now) -> now.isAfter(old) ? now : old);
      case "B" -> {
        long id = Long.parseLong(words[1]);
        Throttle before = throttle(words, 7);
        Written untouched = new Written(before, before, before);
        content.open().put(id, new Entry(id, words[2], place(words, 3), untouched));
      }
      case "C" -> content.conflicts().put(place(words, 1), words.length > 5 ? words[5] : "");
      case "W" -> {
        long id = Long.parseLong(words[1]);
        Throttle wanted = throttle(words, 2);
        content
            .open()
            .computeIfPresent(
                id, (_, e) -> new Entry(id, e.kind(), e.place(), e.written().then(wanted)));
      }
      case "E" -> content.open().remove(Long.parseLong(words[1]));
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static Place place(String[] words, int at) {
    DeviceRef device = new DeviceRef(decode(words[at + 1]), Long.parseLong(words[at + 2]));
    return new Place(decode(words[at + 3]), Long.parseLong(words[at]), device);
  }

  private static Throttle throttle(String[] words, int at) {
    Throttle throttle = Throttle.NONE;
    for (Throttle.Part part : Throttle.Part.values()) {
      int word = at + part.ordinal();
      if (word < words.length || Throttle.Part.OF_DIRECTIONS.contains(part)) {
        // earlier versions wrote no more than those
        throttle = throttle.with(part, Long.parseLong(words[word]));
      }
    }
    return throttle;
  }

  static String encode(String name) {
    StringBuilder out = new StringBuilder(name.length());
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "/._-:@".indexOf(c) >= 0;
      if (plain) {
        out.append(c);
      } else {
        out.append('%')
            .append("0123456789ABCDEF".charAt(c >> 4))
            .append("0123456789ABCDEF".charAt(c & 15));
      }
    }
    return out.toString();
  }

  static String decode(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '%') {
        out.write(Integer.parseInt(text, i + 1, i + 3, 16));
        i += 2;
      } else {
        out.write(text.charAt(i));
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
