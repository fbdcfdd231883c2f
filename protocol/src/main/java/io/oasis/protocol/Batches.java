package io.oasis.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Makes few long batches of many short ones. */
final class Batches {
  private Batches() {}

  /**
   * @param head what batches that may be joined have in common
   * @param most entries of a batch
   * @param with the same batch with other entries; the last of those that are joined is asked
   * @return in the order in which the heads first came
   */
  static <B, E> List<B> joined(
      List<B> batches,
      Function<B, ?> head,
      Function<B, List<E>> entries,
      int most,
      BiFunction<B, List<E>, B> with) {
    Map<Object, List<B>> alike = new LinkedHashMap<>();
    batches.forEach(
        batch -> alike.computeIfAbsent(head.apply(batch), _ -> new ArrayList<>()).add(batch));
    List<B> joined = new ArrayList<>();
    for (List<B> group : alike.values()) {
      List<E> all = group.stream().flatMap(batch -> entries.apply(batch).stream()).toList();
      parts(all, most).forEach(part -> joined.add(with.apply(group.getLast(), part)));
    }
    return joined;
  }

  /** In order, none longer than {@code most}. */
  static <E> List<List<E>> parts(List<E> all, int most) {
    List<List<E>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += most) {
      parts.add(all.subList(from, Math.min(from + most, all.size())));
    }
    return parts;
  }
}
