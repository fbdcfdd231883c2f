package io.oasis.adapter.doctor;

import java.util.Locale;
import java.util.Optional;

/**
 * What was found about one limit.
 *
 * @param target kind of the scheduler that holds it
 * @param place what it holds
 * @param device on which device, or in which process
 * @param limit which of its limits; empty when it is about the place as such
 * @param desired what it should be, where somebody said so
 * @param written what Oasis wrote last
 * @param readBack what is there
 * @param observed per second, while it was looked at
 * @param cause empty when nothing is wrong
 */
public record Finding(
    String target,
    String place,
    String device,
    String limit,
    Optional<Long> desired,
    Optional<Long> written,
    Optional<Long> readBack,
    Optional<Double> observed,
    Verdict verdict,
    String cause,
    String mend) {

  /** About a place, or a whole target, rather than one limit of it. */
  static Finding of(String target, String place, String device, Fault fault) {
    return new Finding(
        target,
        place,
        device,
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        fault.verdict(),
        fault.cause(),
        fault.mend());
  }

  public boolean isHealthy() {
    return cause.isEmpty();
  }

  /** Two or three lines for people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("%-8s %s %s on %s".formatted(verdict, target, place, device));
    readBack.ifPresent(value -> text.append(": ").append(limit).append(' ').append(value));
    desired.ifPresent(value -> text.append(", desired ").append(value));
    written.ifPresent(value -> text.append(", written by Oasis ").append(value));
    observed.ifPresent(
        rate -> text.append(String.format(Locale.ROOT, ", %.0f per second observed", rate)));
    if (!cause.isEmpty()) {
      text.append("\n         cause: ").append(cause);
      text.append("\n         mend:  ").append(mend);
    }
    return text.toString();
  }
}
