package io.oasis.manager.core.settle;

/** The numbers that keep allocations calm. */
public final class Stability {
  /** Part of the way to the target that one step goes. */
  public static final double GAIN = 2.0 / 3.0;

  /** Below this relative distance of every queue from its target, the step goes all the way. */
  public static final double CLOSE = 0.06;

  /** A relative change smaller than this is not pushed. */
  public static final double DEAD_BAND = 0.02;

  /** However damped, a step moves some queue by this part: less than the dead band never comes. */
  static final double LEAST_STEP = 1.1 * DEAD_BAND;

  /** No queue moves by more than this part of the capacity in one step. */
  public static final double SLEW = 0.35;

  /** Intervals that a queue does not turn back after a move, unless by more than TURN_BACK. */
  public static final int DWELL_INTERVALS = 3;

  /** A relative move larger than this may turn back at once. */
  public static final double TURN_BACK = 0.10;

  /** Settings exceed allocations by this, so that usage can show that more would be possible. */
  public static final double HEADROOM = 0.03;

  /** Besides, what is shared out exceeds the measured capacity by this part of the headroom. */
  public static final double SURPLUS = 1.0 / 3;

  /**
   * What all limits exceed the capacity by is taken from whoever presses least. It may cost the
   * smallest fair share no more than this part of it: with four equal shares the headroom is 1.5 %.
   */
  public static final double SQUEEZE = 0.06;

  /** The headroom is never less, or usage could not show that more would be possible. */
  public static final double LEAST_HEADROOM = 0.008;

  /**
   * The least headroom of a limit in operations: what a target loses that limits each direction in
   * whole numbers. A limit of 9.5 becomes 9, and where both directions are used 1 of it is the
   * quieter one's, so 8 remain for the busy one; an allocation is thus rounded, up as often as
   * down.
   */
  public static final double HEADROOM_IOPS = 1.5;

  /** A queue may be pushed this often at once, and then once in PUSH_REFILL_INTERVALS. */
  public static final int PUSH_BUDGET = 60;

  /** Intervals after which a queue whose pushes are used up may be pushed once more. */
  public static final int PUSH_REFILL_INTERVALS = 6;

  /** So many reversals of one queue within CYCLE_WINDOW intervals are a limit cycle. */
  public static final int CYCLE_REVERSALS = 4;

  /** The gain is the domain's: it is halved when at least this part of the queues cycles. */
  public static final double CYCLE_PART = 0.1;

  /** Intervals over which reversals are counted, and for which the gain is halved after a cycle. */
  public static final int CYCLE_WINDOW = 60;

  /** The gain is never damped below this. */
  public static final double LEAST_GAIN = GAIN / 8;

  private Stability() {}
}
