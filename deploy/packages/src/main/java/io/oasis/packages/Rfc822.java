package io.oasis.packages;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as in mail and changelogs, such as {@code Thu, 01 Jan 2026 00:00:00 +0000}. */
final class Rfc822 {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Rfc822() {}

  static String of(Instant time) {
    return FORM.format(time);
  }
}
