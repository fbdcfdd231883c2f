package io.oasis.standalone;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** The exit codes, and which failure is which. */
final class Exit implements IExecutionExceptionHandler {
  static final int BAR_NOT_MET = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;

  /** Set to any value: stack traces of failures that are no bugs as well. */
  private static final String TRACE = "OASIS_TRACE";

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    if (e instanceof MissingException) {
      say(e, command);
      return ENVIRONMENT;
    }
    if (e instanceof IllegalArgumentException) {
      say(e, command);
      return USAGE;
    }
    e.printStackTrace(command.getErr());
    command.getErr().println("oasis: this is a bug of Oasis");
    return 70; // EX_SOFTWARE: none of the promised meanings
  }

  private static void say(Exception e, CommandLine command) {
    command.getErr().println("oasis: " + e.getMessage());
    if (System.getenv(TRACE) != null) {
      e.printStackTrace(command.getErr());
    }
  }
}
