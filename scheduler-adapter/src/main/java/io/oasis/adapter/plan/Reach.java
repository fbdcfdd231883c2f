package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Place;
import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What of a host an adapter may touch, as the host's own operator says, whatever managers want.
 *
 * <p>Law: a place is touched if one of its names matches one of {@code only} (or there is none),
 * and none matches any of {@code never}. Its names are its object (a cgroup's directory, a bdev, a
 * node of QEMU, what a brick calls it), its device ({@code major:minor}, or whom the adapter talks
 * to), and for a limit also the application's and the LUN's id. A pattern must match all of a name;
 * in it {@code *} stands for any signs and {@code ?} for one.
 */
public record Reach(List<Pattern> only, List<Pattern> never) {
  /** Everything. */
  public static final Reach ALL = new Reach(List.of(), List.of());

  public Reach {
    only = List.copyOf(only);
    never = List.copyOf(never);
  }

  /** By patterns as operators write them. */
  public static Reach of(List<String> only, List<String> never) {
    return new Reach(
        only.stream().map(Reach::pattern).toList(), never.stream().map(Reach::pattern).toList());
  }

  /** Why a queue may not be limited there; nothing if it may. */
  public Optional<String> objection(QueueId queue, Place place) {
    return objection(
        place,
        List.of(
            place.object(),
            place.device().name(),
            queue.application().value(),
            queue.lun().value()));
  }

  /** Why a place may not be touched; nothing if it may. */
  Optional<String> objection(Place place) {
    return objection(place, List.of(place.object(), place.device().name()));
  }

  private Optional<String> objection(Place place, List<String> names) {
    if (!only.isEmpty() && !isAnyOf(only, names)) {
      return Optional.of(place + " is not among what this adapter may touch (--only)");
    }
    return isAnyOf(never, names)
        ? Optional.of(place + " is among what this adapter never touches (--never)")
        : Optional.empty();
  }

  private static boolean isAnyOf(List<Pattern> patterns, List<String> names) {
    return names.stream()
        .anyMatch(name -> patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches()));
  }

  private static Pattern pattern(String glob) {
    return Pattern.compile(
        glob.chars()
            .mapToObj(
                c ->
                    switch (c) {
                      case '*' -> ".*";
                      case '?' -> ".";
                      default -> Pattern.quote(Character.toString(c));
                    })
            .collect(Collectors.joining()),
        Pattern.DOTALL);
  }
}
