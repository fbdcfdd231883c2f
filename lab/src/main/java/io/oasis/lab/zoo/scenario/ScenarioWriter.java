package io.oasis.lab.zoo.scenario;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a scenario as {@link ScenarioReader} reads it. */
public final class ScenarioWriter {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultVisibility(seen -> seen.withIsGetterVisibility(Visibility.NONE))
          .build();

  private ScenarioWriter() {}

  /** What never ends, or does not count, is left out. */
  static final class Endless {
    @Override
    public boolean equals(Object value) {
      return value instanceof Double number && number.isInfinite();
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  public static String text(Scenario scenario) {
    return MAPPER.writeValueAsString(scenario);
  }
}
