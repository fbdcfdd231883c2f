package io.oasis.adapter.vm;

import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests named (a class, or class#method) and prints a line for each. */
public final class VmMain {
  static final String PASSED = "OASIS-VM passed ";
  static final String FAILED = "OASIS-VM failed ";
  static final String SKIPPED = "OASIS-VM skipped ";
  static final String DONE = "OASIS-VM done";

  private VmMain() {}

  public static void main(String[] args) {
    List<? extends DiscoverySelector> selectors =
        Arrays.stream(args)
            .map(
                name ->
                    name.contains("#")
                        ? DiscoverySelectors.selectMethod(name)
                        : DiscoverySelectors.selectClass(name))
            .toList();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, new Printer());
    System.out.println(DONE);
    System.exit(0);
  }

  private static final class Printer implements TestExecutionListener {
    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      System.out.println(SKIPPED + test.getDisplayName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      String reason = result.getThrowable().map(Throwable::toString).orElse("");
      String oneLine = reason.replaceAll("\\s+", " ");
      switch (result.getStatus()) {
        case SUCCESSFUL -> {
          if (test.isTest()) {
            System.out.println(PASSED + test.getDisplayName());
          }
        }
        case FAILED -> System.out.println(FAILED + test.getDisplayName() + ": " + oneLine);
        case ABORTED -> System.out.println(SKIPPED + test.getDisplayName() + ": " + oneLine);
      }
    }
  }
}
