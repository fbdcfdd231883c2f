package io.oasis.distribution.word;

import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.MovedLun;
import io.oasis.protocol.HarmRail;
import io.oasis.protocol.Mode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What an operator says of one domain; what is absent is left as it is. */
record Word(
    Optional<Mode> mode,
    Optional<String> policy,
    Optional<HarmRail> harm,
    Optional<List<GuardRail>> rails,
    Optional<List<MovedLun>> movedLuns) {
  /** Rails by whom they speak of: the order in which they were said means nothing. */
  Word {
    rails =
        rails.map(
            all ->
                all.stream()
                    .sorted(Comparator.comparing(GuardRail::scope).thenComparing(GuardRail::name))
                    .toList());
    movedLuns =
        movedLuns.map(
            all ->
                all.stream()
                    .sorted(Comparator.comparing((MovedLun moved) -> moved.lun().value()))
                    .toList());
  }

  /** This, and where it says nothing what is there. */
  Word over(Word present) {
    return new Word(
        mode.or(present::mode),
        policy.or(present::policy),
        harm.or(present::harm),
        rails.or(present::rails),
        movedLuns.or(present::movedLuns));
  }
}
