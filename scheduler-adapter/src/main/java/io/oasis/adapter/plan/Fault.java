package io.oasis.adapter.plan;

import io.oasis.protocol.Finding;
import java.util.Optional;

/**
 * What decides about a limit: something that makes it void or wrong, or proves it.
 *
 * @param cause empty when nothing is wrong
 * @param mend what would help
 */
public record Fault(Finding.Verdict verdict, String cause, String mend) {
  /** About a place, or a whole target, rather than one limit of it. */
  public Finding at(String target, String place, String device) {
    return new Finding(
        Optional.empty(),
        new Finding.Where(target, place, device, ""),
        Finding.Figures.NONE,
        verdict,
        cause,
        mend);
  }
}
