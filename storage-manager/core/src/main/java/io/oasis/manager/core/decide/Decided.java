package io.oasis.manager.core.decide;

import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.Targets;
import io.oasis.manager.core.settle.Stepper;
import java.util.List;

/**
 * What was shared out in an interval, and how, for those who tell it.
 *
 * @param interval its number
 * @param policy its name
 * @param shares in the order of the claims, as they are afterwards
 * @param problem with the claims, what each had before among them
 * @param calm whether limits are off because everybody's demand fits
 * @param withheld whether it failed its own check, so that nothing was changed
 */
public record Decided(
    long interval,
    String policy,
    List<Share> shares,
    Problem problem,
    Targets.Found targets,
    Stepper.Step step,
    boolean calm,
    boolean withheld) {}
