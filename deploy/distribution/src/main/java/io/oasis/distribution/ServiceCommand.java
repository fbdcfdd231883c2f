package io.oasis.distribution;

import io.oasis.distribution.process.JvmOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * One service in this process, against any Kafka. Its options are the service's own: {@code --help}
 * after the command lists them.
 */
public abstract class ServiceCommand implements Callable<Integer> {

  @Parameters(arity = "0..*", paramLabel = "OPTION", description = "Options of the service.")
  private List<String> arguments = List.of();

  private final String mainClass;

  protected ServiceCommand(String mainClass) {
    this.mainClass = mainClass;
  }

  @Override
  public Integer call() throws Exception {
    return MainClass.run(mainClass, arguments);
  }

  /** The storage manager. */
  @Command(
      name = "manager",
      description = "Run the storage manager: decides, serves REST and the dashboard.")
  static final class Manager extends ServiceCommand {
    Manager() {
      super(JvmOptions.of("manager").mainClass());
    }
  }

  /** The agent. */
  @Command(
      name = "agent",
      description = "Run the agent: watches applications, asks for what they want.")
  static final class Agent extends ServiceCommand {
    Agent() {
      super(JvmOptions.of("agent").mainClass());
    }
  }

  /** The adapter. */
  @Command(name = "adapter", description = "Run the adapter: drives the attached scheduler.")
  static final class Adapter extends ServiceCommand {
    Adapter() {
      super(JvmOptions.of("adapter").mainClass());
    }
  }

  /** The brick. */
  @Command(name = "brick", description = "Serve volumes over NBD, scheduled by a discipline.")
  static final class Brick extends ServiceCommand {
    Brick() {
      super(JvmOptions.of("brick").mainClass());
    }
  }

  /** The doctor. */
  @Command(
      name = "doctor",
      description = "Say of every limit here whether it does what it should, and if not why.")
  static final class Doctor extends ServiceCommand {
    Doctor() {
      super(JvmOptions.of("doctor").mainClass());
    }
  }
}
