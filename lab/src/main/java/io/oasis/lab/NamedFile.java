package io.oasis.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A file of text that the user named; whatever is wrong with it is said in one line. */
final class NamedFile {
  private NamedFile() {}

  /** What is made of the text. */
  @FunctionalInterface
  interface Reading<T> {
    T of(BufferedReader text) throws IOException;
  }

  /**
   * @throws ParameterException when it cannot be read, or the reading does not like it
   */
  static <T> T read(CommandSpec spec, Path file, Reading<T> reading) {
    String wrong;
    try (BufferedReader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return reading.of(text);
    } catch (NoSuchFileException e) {
      wrong = "there is no such file";
    } catch (AccessDeniedException e) {
      wrong = "may not be read";
    } catch (CharacterCodingException e) {
      wrong = "is not text";
    } catch (IOException e) {
      wrong = String.valueOf(e.getMessage());
    }
    throw new ParameterException(spec.commandLine(), "FILE = " + file + ": " + wrong);
  }
}
