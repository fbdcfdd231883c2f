package io.oasis.configuration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a configuration file says to its component, and everything that is wrong with it, for who
 * looks before a roll-out.
 *
 * <p>Law: without mistakes the component takes the file; options and the environment of the host
 * where it will lie may still say otherwise, and are left out here. What only shows when keys are
 * seen together is looked at once each of them is right.
 *
 * @param said what the file sets, in its order
 * @param mistakes in the file's order
 */
public record FileCheck(List<Said> said, List<Mistake> mistakes) {
  private static final Pattern LINE = Pattern.compile(".*:([0-9]+)", Pattern.DOTALL);

  /**
   * A key that the file sets.
   *
   * @param line of the file, from 1
   * @param standard the value without the file; empty: none
   */
  public record Said(
      String key, String value, int line, String unit, String standard, String meaning) {}

  /**
   * Something that is wrong.
   *
   * @param line of the file, from 1; 0: of no line, such as a file that is not there
   * @param rule what would be right
   * @param nearest the key that was perhaps meant
   * @param words all of it in one line
   */
  public record Mistake(
      int line, String key, String value, String rule, Optional<String> nearest, String words) {}

  public FileCheck {
    said = List.copyOf(said);
    mistakes = List.copyOf(mistakes);
  }

  public static FileCheck of(Component<?> component, Path file) {
    SortedMap<String, Settings.Given> given;
    try {
      given = new TreeMap<>(ConfigFile.read(file));
    } catch (UsageException e) {
      return new FileCheck(List.of(), List.of(mistake(e, Optional.empty())));
    }
    List<Said> said = new ArrayList<>();
    List<Mistake> mistakes = new ArrayList<>();
    given.forEach(
        (name, value) -> {
          try {
            said.add(said(component, name, value));
          } catch (UsageException e) {
            Optional<String> nearest =
                component.key(name).isPresent()
                    ? Optional.empty()
                    : Arguments.nearest(component, name);
            mistakes.add(mistake(e, nearest));
          }
        });
    if (mistakes.isEmpty()) {
      together(component, given).ifPresent(mistakes::add);
    }
    said.sort(Comparator.comparingInt(Said::line));
    mistakes.sort(Comparator.comparingInt(Mistake::line));
    return new FileCheck(said, mistakes);
  }

  public boolean isRight() {
    return mistakes.isEmpty();
  }

  private static Said said(Component<?> component, String name, Settings.Given given) {
    String retired = component.retired().get(name);
    if (retired != null) { // a service reads past it
      return new Said(
          name, given.text(), line(given.origin()), "", "", "no key any more: " + retired);
    }
    Key<?> key =
        component
            .key(name)
            .orElseThrow(() -> given.refusal(name, Arguments.unknown(component, name)));
    key.called(name).parse(given);
    return new Said(
        name, given.text(), line(given.origin()), key.unit(), key.standard(), key.meaning());
  }

  /** What the component says of keys that are right, each by itself. */
  private static Optional<Mistake> together(
      Component<?> component, SortedMap<String, Settings.Given> given) {
    try {
      component.configuration(new Settings(component, given));
      return Optional.empty();
    } catch (UsageException e) {
      UsageException placed =
          e.place().isEmpty() ? placed(e, given).orElse(e) : e; // the component knows no places
      return Optional.of(mistake(placed, Optional.empty()));
    }
  }

  private static Optional<UsageException> placed(
      UsageException e, Map<String, Settings.Given> given) {
    return Optional.ofNullable(given.get(e.key()))
        .map(there -> new UsageException(e.key(), e.value(), e.rule(), there.origin()));
  }

  /** A file that cannot be read stands where a value would. */
  private static Mistake mistake(UsageException e, Optional<String> nearest) {
    int line = line(e.key().equals(Settings.CONFIG.name()) ? e.value() : e.place());
    return new Mistake(line, e.key(), e.value(), e.rule(), nearest, String.valueOf(e.getMessage()));
  }

  private static int line(String origin) {
    Matcher place = LINE.matcher(origin);
    return place.matches() ? Integer.parseInt(place.group(1)) : 0;
  }
}
