package io.oasis.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Makes inputs that somebody might send by mistake or on purpose, from valid JSON. */
public final class HostileInputs {
  /** Put where a value stood. */
  private static final String[] VALUES = {
    "null",
    "true",
    "-1",
    "0",
    "-0.0",
    "1e308",
    "-1e308",
    "1e309",
    "1e-999999999",
    "1e999999999",
    "9223372036854775807",
    "9223372036854775808",
    "NaN",
    "Infinity",
    "1".repeat(70),
    "\"\"",
    "\"|\"",
    "\"a|b|c\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\u001b[2J\\n\"",
    "\"\\u202e\"",
    "\"\\udc00\\ud800\"",
    "\"\u20ac\"",
    "\"\\q\"",
    "[]",
    "{}",
    "[null]",
    "[[[]]]",
    "{\"iops\":null}",
    "{\"a\":1",
    "\"+999999999-12-31T23:59:59Z\"",
    "\"" + "x".repeat(600) + "\"",
    "\"" + "y".repeat(2_500) + "\"",
    "[1,2,3]",
    "2147483648",
    "0x1F",
    "1.0",
    "\"1\"",
    "\"NaN\"",
    "'a'",
    "/*c*/1"
  };

  private static final String LONG = "z".repeat(70_000);

  private HostileInputs() {}

  public static byte[] next(SplittableRandom random, byte[] valid) {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> flipped(random, valid);
      case 4, 5, 6, 7, 8, 9 -> replaced(random, valid);
      case 10 -> Arrays.copyOf(valid, random.nextInt(valid.length));
      case 11 -> noise(random);
      case 12 -> doubled(random, valid);
      case 13 -> renamed(random, valid);
      case 14 -> nested(random);
      default -> random.nextInt(100) == 0 ? bytes("{\"schema\":\"" + LONG + "\"}") : valid;
    };
  }

  private static byte[] flipped(SplittableRandom random, byte[] valid) {
    byte[] changed = valid.clone();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    }
    return changed;
  }

  /** Another value after one of the colons. */
  private static byte[] replaced(SplittableRandom random, byte[] valid) {
    String json = new String(valid, StandardCharsets.UTF_8);
    int colon = json.indexOf("\":", random.nextInt(json.length()));
    if (colon < 0) {
      return valid;
    }
    int end = colon + 2;
    while (end < json.length() && ",}]".indexOf(json.charAt(end)) < 0) {
      end++;
    }
    String value = VALUES[random.nextInt(VALUES.length)];
    return bytes(json.substring(0, colon + 2) + value + json.substring(end));
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] noise = new byte[random.nextInt(200)];
    random.nextBytes(noise);
    return noise;
  }

  /** A part of it twice. */
  private static byte[] doubled(SplittableRandom random, byte[] valid) {
    int from = random.nextInt(valid.length);
    int to = random.nextInt(from, valid.length);
    byte[] longer = Arrays.copyOf(valid, valid.length + to - from);
    System.arraycopy(valid, from, longer, to, valid.length - from);
    return longer;
  }

  /** A field under a name that is not known, or the schema of another message. */
  private static byte[] renamed(SplittableRandom random, byte[] valid) {
    String json = new String(valid, StandardCharsets.UTF_8);
    if (random.nextBoolean()) {
      Schema[] schemas = Schema.values();
      String name = schemas[random.nextInt(schemas.length)].schemaName();
      return bytes(json.replaceFirst("\"oasis\\.[a-z-]+\"", "\"" + name + "\""));
    }
    String version = "\"schemaVersion\":" + random.nextInt(-1, 4);
    return bytes(json.replaceFirst("\"schemaVersion\":1", version));
  }

  private static byte[] nested(SplittableRandom random) {
    int depth = 1 << random.nextInt(1, 14);
    String open = random.nextBoolean() ? "[" : "{\"a\":";
    return bytes("{\"schema\":\"oasis.grant\",\"schemaVersion\":1,\"x\":" + open.repeat(depth));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
