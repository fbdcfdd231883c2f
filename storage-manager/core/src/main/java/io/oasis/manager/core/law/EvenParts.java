package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Equal static parts: everybody is limited to the same number of I/Os per second, whatever it or
 * others want. What there is to divide is what the device completed per second while I/Os stood in
 * it and nobody was limited; so all limits go for a few seconds each minute, to measure it again,
 * and none of them ever teaches that there is less. What somebody leaves of its part is lost.
 */
public final class EvenParts implements DeviceLaw {
  /** The policy of a domain that is divided so. */
  public static final String NAME = "even";

  /** I/Os stand in the device for so long before it is divided, in seconds. */
  private static final double STANDING_SECONDS = 2;

  /** What comes in the first of the seconds without limits is what was saved up. */
  private static final double FREE_SECONDS = 3;

  /** Parts are as they are for so long before they are measured again, in seconds. */
  private static final double PARTS_SECONDS = 60;

  /** Who did nothing for so long has no part, in seconds. */
  private static final double GONE_SECONDS = 10;

  private final Situation at = new Situation();
  private final Map<QueueId, Double> activeAt = new LinkedHashMap<>();
  private double dividedAt;

  /** Whether parts were let go of to measure what there is, and there has been no result. */
  private boolean isMeasuring;

  @Override
  public Map<QueueId, Double> step(Sight sight) {
    at.see(sight);
    at.takers().stream()
        .filter(taker -> taker.isActive)
        .forEach(taker -> activeAt.put(taker.queue, at.seconds()));
    List<Taker> present = present();
    activeAt.keySet().retainAll(present.stream().map(taker -> taker.queue).toList());
    if (at.isLimited()) {
      if (present.size() < 2) {
        at.free("nobody else is there");
      } else if (at.seconds() - dividedAt >= PARTS_SECONDS) {
        at.free("what there is is measured again");
        isMeasuring = true;
      } else {
        divide(present);
      }
    } else {
      at.learnRoom();
      boolean isMeasured = at.seconds() - at.freedAt() >= FREE_SECONDS;
      isMeasuring &= !isMeasured;
      if (present.size() > 1 && isMeasured && at.standing.seconds() >= STANDING_SECONDS) {
        dividedAt = at.seconds();
        at.note("all " + Math.round(at.room) + " divided by " + present.size());
        divide(present);
      }
    }
    return at.limits();
  }

  @Override
  public Optional<Map<QueueId, Double>> interrupt() {
    List<Taker> present = present();
    if (!isMeasuring || present.size() < 2) {
      return Optional.empty();
    }
    divide(present);
    return Optional.of(at.limits());
  }

  @Override
  public void watch(Sight sight) {
    at.see(sight);
    at.takers().stream()
        .filter(taker -> taker.isActive)
        .forEach(taker -> activeAt.put(taker.queue, at.seconds()));
    activeAt.keySet().retainAll(present().stream().map(taker -> taker.queue).toList());
    at.learnRoom();
  }

  @Override
  public Map<QueueId, Double> foreseen() {
    Map<QueueId, Double> foreseen = new LinkedHashMap<>();
    boolean isDivided = at.isLimited() || at.standing.seconds() >= STANDING_SECONDS;
    for (Taker taker : present()) {
      if (isDivided && activeAt.size() > 1 && taker.mayBeHeld()) {
        foreseen.put(taker.queue, taker.heldTo(at.room / activeAt.size(), at.seconds()));
      }
    }
    return foreseen;
  }

  private List<Taker> present() {
    return at.takers().stream()
        .filter(
            taker ->
                at.seconds() - activeAt.getOrDefault(taker.queue, Double.NEGATIVE_INFINITY)
                    < GONE_SECONDS)
        .toList();
  }

  private void divide(List<Taker> present) {
    isMeasuring = false;
    double part = at.room / present.size();
    for (Taker taker : at.takers()) {
      if (activeAt.containsKey(taker.queue)) {
        taker.hold(part, at.seconds());
      } else {
        taker.free();
      }
    }
  }

  /** Parts are measured anew: a former controller's teach nothing. */
  @Override
  public void goOnFrom(QueueId queue, double perSecond) {}

  @Override
  public void released(QueueId queue) {
    at.takers().stream().filter(taker -> taker.queue.equals(queue)).forEach(Taker::free);
  }

  @Override
  public Map<QueueId, Portion> portions() {
    Map<QueueId, Portion> portions = new LinkedHashMap<>();
    double part = at.room / StrictMath.max(1, activeAt.size());
    for (Taker taker : at.takers()) {
      boolean isPresent = activeAt.containsKey(taker.queue);
      portions.put(
          taker.queue, new Portion(isPresent ? part : 0, isPresent ? Double.POSITIVE_INFINITY : 0));
    }
    return portions;
  }

  @Override
  public boolean isShort() {
    return at.isLimited();
  }

  /** Parts do not follow what happens. */
  @Override
  public boolean isAtWork() {
    return false;
  }

  /** Nobody is asked. */
  @Override
  public Optional<Earned> earned() {
    return Optional.empty();
  }

  @Override
  public List<String> notes() {
    List<String> notes = List.copyOf(at.notes);
    at.notes.clear();
    return notes;
  }
}
