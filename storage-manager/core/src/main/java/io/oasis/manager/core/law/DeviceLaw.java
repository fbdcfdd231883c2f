package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What decides about one device, interval by interval, from what is seen of it. Deterministic; it
 * reads no clock.
 */
public interface DeviceLaw {
  /** Takes an interval; returns the limits until the next one, in I/Os per second. */
  Map<QueueId, Double> step(Sight sight);

  /**
   * For a while no interval comes: what was tried for a moment ends, limits are as before it.
   *
   * @return the limits until then; nothing where nothing was tried
   */
  Optional<Map<QueueId, Double>> interrupt();

  /** Takes an interval in which nobody is to be limited. */
  void watch(Sight sight);

  /**
   * Whom it would limit, and to how many I/Os per second, as things are: if all who take less than
   * their share want more.
   */
  Map<QueueId, Double> foreseen();

  /** A former controller's limit was found in force. */
  void goOnFrom(QueueId queue, double perSecond);

  /** Its limit went without this law's doing: the adapter let go of it. */
  void released(QueueId queue);

  /** What each queue of the last interval is to have, and wants. */
  Map<QueueId, Portion> portions();

  /** Whether there is less than is wanted, or limits see to that nobody notices. */
  boolean isShort();

  /** Whether somebody is limited or asked, or is about to be: short intervals are worth it. */
  boolean isAtWork();

  /** Whom limits were last measured to be good for; empty where nobody was. */
  Optional<Earned> earned();

  /** What was done and found since the last call, oldest first. */
  List<String> notes();
}
