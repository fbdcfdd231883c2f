package io.oasis.distribution;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of what is planned and of plans. */
final class PlanFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .changeDefaultPropertyInclusion(
              include -> include.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private PlanFile() {}

  /**
   * @throws IllegalArgumentException that says what is wrong with the file
   */
  static <T> T read(Path file, Class<T> type) {
    try {
      return JSON.readValue(Files.readString(file), type);
    } catch (IOException e) {
      throw new IllegalArgumentException("FILE = " + file + ": cannot be read (" + e + ")", e);
    } catch (UnrecognizedPropertyException e) {
      throw new IllegalArgumentException(
          "FILE = %s: %s is not known here; known are %s"
              .formatted(file, e.getPropertyName(), e.getKnownPropertyIds()),
          e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "FILE = " + file + ": " + e.getOriginalMessage().replaceFirst(" \\(start marker.*", ""),
          e);
    }
  }

  static String json(Object plan) {
    return JSON.writeValueAsString(plan);
  }
}
