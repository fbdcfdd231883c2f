package io.oasis.distribution;

import io.oasis.configuration.UsageException;
import io.oasis.protocol.Check;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The exit codes, and which failure is which. */
final class Exit implements IExecutionExceptionHandler, IParameterExceptionHandler {
  static final int BAR_NOT_MET = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;

  /** Set to any value: stack traces of failures that are no bugs as well. */
  private static final String TRACE = "OASIS_TRACE";

  /** The command, which ends with these codes. */
  static CommandLine handledBy(CommandLine command) {
    Exit exit = new Exit();
    return command.setExecutionExceptionHandler(exit).setParameterExceptionHandler(exit);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    if (e instanceof MissingException) {
      say(e, command);
      return ENVIRONMENT;
    }
    if (e instanceof FileSystemException failed) {
      say(new IOException(failed.getFile() + ": " + reasonOf(failed), failed), command);
      return ENVIRONMENT;
    }
    if (e instanceof IllegalArgumentException || e instanceof UsageException) {
      say(e, command);
      return USAGE;
    }
    e.printStackTrace(command.getErr());
    command.getErr().println("oasis: this is a bug of Oasis");
    return 70; // EX_SOFTWARE: none of the promised meanings
  }

  /** One line; after it what was perhaps meant. */
  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    say(new Exception(e.getMessage() + " (" + name + " --help)", e), command);
    UnmatchedArgumentException.printSuggestions(e, command.getErr());
    return USAGE;
  }

  private static String reasonOf(FileSystemException failed) {
    return switch (failed) {
      case NoSuchFileException _ -> "there is no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      default -> failed.getReason() == null ? failed.toString() : failed.getReason();
    };
  }

  /** What somebody else said may be in the message: a manager, a broker, a file. */
  private static void say(Exception e, CommandLine command) {
    command.getErr().println("oasis: " + Check.printableLines(String.valueOf(e.getMessage())));
    if (System.getenv(TRACE) != null) {
      e.printStackTrace(command.getErr());
    }
  }
}
