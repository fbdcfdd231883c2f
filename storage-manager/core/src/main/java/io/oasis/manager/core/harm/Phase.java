package io.oasis.manager.core.harm;

/** What the guard is at. */
public enum Phase {
  /** Nothing is enforced: what tenants do without limits is learned. */
  LEARNING,
  /** Limits are in force, and what tenants do is held against what they did without. */
  WATCHING,
  /** Something is worse; limits are let go for a moment to see whether they are the cause. */
  TRIAL_WITHOUT_LIMITS,
  /** They are put back in force to see whether it becomes worse again. */
  TRIAL_WITH_LIMITS
}
