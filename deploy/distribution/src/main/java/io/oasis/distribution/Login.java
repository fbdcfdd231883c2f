package io.oasis.distribution;

import io.oasis.protocol.Check;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A way into the page. */
@Command(
    name = "login",
    description = "Print a link that opens the page, once and within an hour.",
    mixinStandardHelpOptions = true)
final class Login implements Callable<Integer> {
  @Mixin private UrlOption url = new UrlOption();

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  Login() {}

  @Override
  public Integer call() {
    try (ManagerClient client = url.client()) {
      spec.commandLine().getOut().println(Check.printable(client.pageLink()));
    }
    return 0;
  }
}
