package io.oasis.manager.core.decide;

import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.policy.Claim;
import io.oasis.manager.core.policy.Policy;
import io.oasis.manager.core.policy.Problem;
import io.oasis.manager.core.policy.Targets;

/** Asks a policy; where reserves do not fit, with all of them cut back alike. */
final class Reserves {
  private Reserves() {}

  static Targets.Found targets(Policy policy, Problem problem, Domain domain) {
    return switch (policy.decide(problem)) {
      case Targets.Found found -> found;
      case Targets.Refused refused -> {
        domain.note(refused.reason() + ": all reserves are cut back alike");
        yield switch (policy.decide(withReservesThatFit(problem))) {
          case Targets.Found found -> found;
          case Targets.Refused again -> throw new IllegalStateException(again.reason());
        };
      }
    };
  }

  /** The problem that the targets answer: with reserves cut back when they did not fit. */
  static Problem kept(Problem problem, Targets.Found targets) {
    double reserves = problem.claims().stream().mapToDouble(Claim::least).sum();
    return targets.selfDamped() || reserves <= problem.capacity()
        ? problem
        : withReservesThatFit(problem);
  }

  private static Problem withReservesThatFit(Problem problem) {
    double reserves = problem.claims().stream().mapToDouble(Claim::least).sum();
    double keep = problem.capacity() / reserves * (1 - 1e-9);
    return new Problem(
        problem.claims().stream()
            .map(
                claim ->
                    new Claim(
                        claim.weight(),
                        claim.demand(),
                        claim.least() * keep,
                        claim.limit(),
                        claim.usage(),
                        claim.allocation(),
                        claim.requested()))
            .toList(),
        problem.capacity());
  }
}
