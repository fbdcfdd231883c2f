package io.oasis.manager.server.rest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Ids in paths. Ids hold '/', ':' and '|', which servers, browsers and shells each treat in their
 * own way. In a slug every byte other than {@code A-Z a-z 0-9 . _ -} is written {@code ~XX} (hex),
 * as is a '.' in front: {@code disk:/dev/x} becomes {@code disk~3A~2Fdev~2Fx}. A slug needs no
 * escaping anywhere. Reading is lenient: any character but '~' stands for itself, so an id without
 * a slash can be given as it is.
 */
public final class Slug {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private Slug() {}

  public static String of(String id) {
    StringBuilder slug = new StringBuilder(id.length() + 16);
    for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (isPlain(c) && !(c == '.' && slug.isEmpty())) {
        slug.append(c);
      } else {
        slug.append('~').append(HEX.toHexDigits(b));
      }
    }
    return slug.toString();
  }

  /** The id; a BadValue when '~' is not followed by two hex digits. */
  public static String parse(String field, String slug) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(slug.length());
    for (int i = 0; i < slug.length(); ) {
      int c = slug.codePointAt(i);
      if (c != '~') {
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(c);
        continue;
      }
      int high = i + 1 < slug.length() ? Character.digit(slug.charAt(i + 1), 16) : -1;
      int low = i + 2 < slug.length() ? Character.digit(slug.charAt(i + 2), 16) : -1;
      if (high < 0 || low < 0) {
        throw new BadValue(field, slug, "'~' must be followed by two hex digits");
      }
      bytes.write(high << 4 | low);
      i += 3;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadValue(field, slug, "must be UTF-8");
    }
  }

  private static boolean isPlain(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '-';
  }
}
