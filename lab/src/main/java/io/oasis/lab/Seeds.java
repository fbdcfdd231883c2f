package io.oasis.lab;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The seeds that a command names: {@code N} for 1 to N, or {@code A..B}. */
public final class Seeds {
  private static final int MOST = 100_000;
  private static final Pattern FORM = Pattern.compile("(?:(\\d{1,18})\\.\\.)?(\\d{1,18})");

  private Seeds() {}

  /**
   * @throws ParameterException when it is something else
   */
  public static List<Long> parse(CommandSpec spec, String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      long first = form.group(1) == null ? 1 : Long.parseLong(form.group(1));
      long last = Long.parseLong(form.group(2));
      if (last >= first && last - first < MOST) {
        return LongStream.rangeClosed(first, last).boxed().toList();
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        "seeds = " + text + ": must be N, between 1 and " + MOST + ", or A..B, as many at most");
  }
}
