package io.oasis.protocol;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes messages that are still valid, or nearly, with numbers at the ends of what there is. */
public final class Extremes {
  private static final Pattern NUMBER = Pattern.compile("(?<=[:\\[,])[0-9][0-9.eE+-]*(?=[,}\\]])");

  private static final String[] VALUES = {
    "0",
    "1",
    "2",
    "100",
    "1000",
    "3600000",
    "2147483647",
    "2147483648",
    "1073741824",
    "1073741825",
    "1099511627775",
    "1099511627776",
    "1099511627777",
    "9007199254740991",
    "9007199254740992",
    "9223372036854775807",
    "0.001",
    "4.9e-324",
    "1e-300",
    "1e15",
    "1e24",
    "1e300",
    "1.7976931348623157e308"
  };

  private Extremes() {}

  /** A message's JSON with other numbers in some places. */
  public static byte[] next(SplittableRandom random, byte[] valid) {
    double part = random.nextInt(3) == 0 ? 1 : random.nextDouble();
    Matcher number = NUMBER.matcher(new String(valid, StandardCharsets.UTF_8));
    StringBuilder json = new StringBuilder();
    while (number.find()) {
      boolean isVersion = json.length() < 100 && number.start() < 100 && isSchemaVersion(number);
      boolean stays = isVersion || random.nextDouble() > part;
      number.appendReplacement(
          json, stays ? number.group() : VALUES[random.nextInt(VALUES.length)]);
    }
    return number.appendTail(json).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isSchemaVersion(Matcher number) {
    return number.group().length() == 1 && number.start() < 60;
  }
}
