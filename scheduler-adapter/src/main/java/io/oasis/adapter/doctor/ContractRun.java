package io.oasis.adapter.doctor;

import io.oasis.adapter.targets.contract.CannotException;
import io.oasis.adapter.targets.contract.Contract;
import io.oasis.adapter.targets.contract.TargetLab;
import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkLab;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What became of the contract of targets on a living process.
 *
 * @param lines one for each check
 */
public record ContractRun(List<Line> lines) implements Report {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** How a check ended. */
  public enum Result {
    PASSED,
    FAILED,
    SKIPPED
  }

  /**
   * @param detail why it did not pass; empty when it did
   */
  public record Line(String check, Result result, String detail) {}

  public ContractRun {
    lines = List.copyOf(lines);
  }

  /** Runs all checks, whatever becomes of each. */
  public static ContractRun of(DoctorSettings settings) {
    SpdkAddress address = Examination.address(settings);
    List<Line> lines = new ArrayList<>();
    for (Contract.Check check : Contract.checks()) {
      lines.add(run(check, address));
    }
    return new ContractRun(lines);
  }

  private static Line run(Contract.Check check, SpdkAddress address) {
    try (TargetLab lab = new SpdkLab(address)) {
      check.run(lab);
      return new Line(check.name(), Result.PASSED, "");
    } catch (CannotException e) {
      return new Line(check.name(), Result.SKIPPED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Line(check.name(), Result.FAILED, "interrupted");
    } catch (Exception | AssertionError e) {
      return new Line(check.name(), Result.FAILED, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public boolean isHealthy() {
    return lines.stream().noneMatch(line -> line.result() == Result.FAILED);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Line line : lines) {
      text.append("%-7s %s".formatted(line.result(), line.check()));
      text.append(line.detail().isEmpty() ? "\n" : ": " + line.detail() + "\n");
    }
    return text.append(isHealthy() ? "it keeps the contract" : "it does not keep the contract")
        .toString();
  }

  @Override
  public String json() {
    ObjectNode report = JSON.createObjectNode().put("healthy", isHealthy());
    var list = report.putArray("checks");
    for (Line line : lines) {
      list.addObject()
          .put("check", line.check())
          .put("result", line.result().name())
          .put("detail", line.detail());
    }
    return report.toString();
  }
}
