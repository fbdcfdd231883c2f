package io.oasis.distribution.word;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows that a word survives its file, that it is written in one way only, and what is refused. */
class WordFileTest {
  private static final String ALL =
      """
      # Modes and guard rails, from oasis export. What differs: oasis import FILE --dry-run
      version: 1
      domains:
        disk:/dev/x:
          mode: SHADOW
          policy: proportional-fair
          harm:
            mostThroughputLoss: 0.2
            mostP99Growth: 0.5
          rails:
            - scope: GROUP
              name: db1:/kubepods.slice/
              limitBytesPerSecond: 1000000
            - scope: APPLICATION
              name: db1:a
              weight: 2.5
              reserveIops: 100
            - scope: APPLICATION
              name: db1:b
              exclude: true
          movedLuns:
            - lun: wwid:1
              domain: disk:/dev/y
        disk:/dev/y:
          mode: OBSERVE
          rails: []
          movedLuns: []
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  void whatIsWrittenIsReadAndWrittenTheSame() throws IOException {
    assertThat(WordFile.write(read(ALL))).isEqualTo(ALL);
  }

  @Test
  void theOrderOfRailsAndDomainsMeansNothing() throws IOException {
    String other =
        """
        domains:
          'disk:/dev/y': {rails: [], mode: OBSERVE, movedLuns: []}
          disk:/dev/x:
            movedLuns: [{domain: disk:/dev/y, lun: wwid:1}]
            rails:
              - {name: db1:b, scope: APPLICATION, exclude: yes, weight: }
              - {reserveIops: 100.0, name: db1:a, scope: APPLICATION, weight: 2.5}
              - {name: db1:/kubepods.slice/, scope: GROUP, limitBytesPerSecond: 1e6}
            harm: {mostP99Growth: 0.5}
            policy: proportional-fair
            mode: SHADOW
        version: 1
        """;
    assertThat(WordFile.write(read(other))).isEqualTo(ALL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version: 1 | version: 2 | version = 2: is not a version that this oasis reads; it reads 1"
            + " | 2",
        "version: 1 | #           | version: must be given | 3",
        "domains:   | domain:     | domain: is not a key here, these are: version, domains; nearest"
            + " is domains | 3",
        "mode: SHADOW | mod: SHADOW | domains.disk:/dev/x.mod: is not a key here, these are: mode,"
            + " policy, harm, rails, movedLuns; nearest is mode | 5",
        "mode: SHADOW | mode: ENFORCED | domains.disk:/dev/x.mode = ENFORCED: must be one of"
            + " OBSERVE, SHADOW, ENFORCE; nearest is ENFORCE | 5",
        "mode: SHADOW | policy: even | domains.disk:/dev/x.policy: is given twice | 6",
        "policy: proportional-fair | policy: proportional-fare | nearest is proportional-fair | 6",
        "mostP99Growth: 0.5 | mostP99Growth: -1 | domains.disk:/dev/x.harm: mostP99Growth = -1.0:"
            + " must be between 0 and 1000.0 | 7",
        "weight: 2.5 | wieght: 2.5 | nearest is weight | 16",
        "weight: 2.5 | weight: 0 | domains.disk:/dev/x.rails[1]: weight = 0.0: must be between"
            + " 0.001 and 1000.0 | 14",
        "weight: 2.5 | weight: many | domains.disk:/dev/x.rails[1].weight = many: must be a number"
            + " | 16",
        "reserveIops: 100 | reserveIops: 0 | rails[1].reserveIops = 0: must be a number above 0 |"
            + " 17",
        "name: db1:b | name: db1:a | domains.disk:/dev/x.rails[2] = APPLICATION db1:a: is there"
            + " twice | 18",
        "name: db1:b | weight: 1 | domains.disk:/dev/x.rails[2].name: must be given | 18",
        "exclude: true | exclude: 1 | rails[2].exclude = 1: must be true or false | 20",
        "rails: [] | rails: none | domains.disk:/dev/y.rails = none: must be a list | 26",
        "rails: [] | rails: [ | is not YAML | 28",
      })
  void whatIsNotOfTheFormIsRefusedWithItsLine(String right, String wrong, String said, int line)
      throws IOException {
    assertThat(ALL).contains(right);
    String text = ALL.replaceFirst(java.util.regex.Pattern.quote(right), wrong);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(text))
        .withMessageContaining(said)
        .withMessageContaining("(" + directory.resolve("word.yaml") + ":" + line + ")");
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(""))
        .withMessageContaining("version: must be given");
  }

  private SortedMap<String, Word> read(String text) throws IOException {
    return WordFile.read(Files.writeString(directory.resolve("word.yaml"), text));
  }
}
