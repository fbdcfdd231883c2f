package io.oasis.adapter.targets;

import io.oasis.adapter.targets.contract.CannotException;
import io.oasis.adapter.targets.contract.Contract;
import io.oasis.adapter.targets.contract.TargetLab;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Shows that a target keeps the contract of {@link Target}; every target's test extends this. */
public abstract class TargetContract {
  protected abstract TargetLab open() throws Exception;

  @TestFactory
  Stream<DynamicTest> keepsTheContract() {
    return Contract.checks().stream()
        .map(check -> DynamicTest.dynamicTest(check.name(), () -> run(check)));
  }

  private void run(Contract.Check check) throws Exception {
    try (TargetLab lab = open()) {
      check.run(lab);
    } catch (CannotException e) {
      Assumptions.abort(e.getMessage());
    }
  }
}
