package io.oasis.distribution;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command that shows that Oasis works. They belong to the proving ground, which no installation
 * needs, and are found when its jar is on the class path.
 */
public interface ProofCommand {

  /** The command, or one in its place that says what is missing. */
  static Object named(String name) {
    return ServiceLoader.load(ProofCommand.class).stream()
        .filter(command -> name.equals(command.type().getAnnotation(Command.class).name()))
        .findFirst()
        .<Object>map(ServiceLoader.Provider::get)
        .orElseGet(() -> absent(name));
  }

  private static CommandSpec absent(String name) {
    Callable<Integer> refusal =
        () -> {
          throw new MissingException(
              name + " needs the proving ground, which is not installed: run it from a clone");
        };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(refusal).name(name);
    spec.parser().unmatchedArgumentsAllowed(true);
    spec.usageMessage().description("In a clone only: needs the proving ground.");
    return spec;
  }
}
