package io.oasis.distribution.word;

import io.oasis.protocol.GuardRails.GuardRail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What would have to change for one word to become another.
 *
 * @param changes by what they are about; empty when the words say the same
 */
record Difference(List<Change> changes) {
  private static final String NOTHING = "none";

  /**
   * @param what such as {@code mode} or {@code rails APPLICATION a limitIops}
   */
  record Change(String what, String present, String wanted) {
    String line() {
      return what + ": " + present + " -> " + wanted;
    }
  }

  /** Where {@code wanted} says nothing, nothing is to change. */
  static Difference of(Word present, Word wanted) {
    SortedMap<String, String> before = facts(present);
    SortedMap<String, String> after = facts(wanted.over(present));
    TreeSet<String> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    List<Change> changes = new ArrayList<>();
    for (String what : all) {
      String was = before.getOrDefault(what, NOTHING);
      String willBe = after.getOrDefault(what, NOTHING);
      if (!was.equals(willBe)) {
        changes.add(new Change(what, was, willBe));
      }
    }
    return new Difference(List.copyOf(changes));
  }

  /** Whether more than the mode differs. */
  boolean touchesRails() {
    return changes.stream().anyMatch(change -> !change.what().equals("mode"));
  }

  boolean touches(String what) {
    return changes.stream()
        .anyMatch(change -> change.what().equals(what) || change.what().startsWith(what + " "));
  }

  boolean isNone() {
    return changes.isEmpty();
  }

  private static SortedMap<String, String> facts(Word word) {
    SortedMap<String, String> facts = new TreeMap<>();
    word.mode().ifPresent(mode -> facts.put("mode", mode.name()));
    word.policy().ifPresent(policy -> facts.put("policy", policy));
    word.harm()
        .ifPresent(
            harm ->
                WordForm.tree(harm)
                    .forEach((name, value) -> facts.put("harm " + name, value.toString())));
    word.rails().ifPresent(rails -> rails.forEach(rail -> put(facts, rail)));
    word.movedLuns()
        .ifPresent(
            all ->
                all.forEach(
                    moved ->
                        facts.put("movedLuns " + moved.lun().value(), moved.domain().value())));
    return facts;
  }

  /** A rail that says nothing is there all the same. */
  private static void put(Map<String, String> facts, GuardRail rail) {
    String whose = "rails " + rail.scope() + " " + rail.name();
    Map<String, Object> fields = WordForm.tree(rail);
    fields.remove("scope");
    fields.remove("name");
    fields.forEach((name, value) -> facts.put(whose + " " + name, value.toString()));
    if (fields.isEmpty()) {
      facts.put(whose, "says nothing");
    }
  }
}
