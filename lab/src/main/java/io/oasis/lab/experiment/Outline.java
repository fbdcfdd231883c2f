package io.oasis.lab.experiment;

import java.util.List;

/**
 * What an experiment is about.
 *
 * @param source where it comes from: a paper's figure, or the requirement it answers
 * @param setup in a sentence or two
 * @param policies what is run as control: policies of Oasis, or references
 * @param references what it is compared with
 */
public record Outline(
    String name, String source, String setup, List<String> policies, List<String> references) {
  /** Both policies of Oasis, beside nothing, an even split and one that is told everything. */
  static Outline of(String name, String source, String setup) {
    return new Outline(
        name,
        source,
        setup,
        List.of(Control.CAPACITY, Control.OASIS),
        List.of(Control.BEST_EFFORT, Control.EVEN, Control.CLAIRVOYANT));
  }

  /** The same, but these are run. */
  Outline under(String... others) {
    return new Outline(name, source, setup, List.of(others), references);
  }

  /** The same, but compared with these. */
  Outline beside(String... others) {
    return new Outline(name, source, setup, policies, List.of(others));
  }
}
