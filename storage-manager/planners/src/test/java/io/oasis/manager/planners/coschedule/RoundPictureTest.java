package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The picture of a round. */
class RoundPictureTest {
  /** Shows well-formed SVG with one rectangle per run of neighbours, whatever a name holds. */
  @Test
  void drawsEachRunOfServers() throws Exception {
    Timeslice split = new Timeslice(workload("<&\">", 3, "1/2"), 0, 1, List.of(0, 1, 3));
    Timeslice whole = new Timeslice(workload("b", 2, "1/2"), 1, 1, List.of(2, 3));
    String svg = RoundPicture.of(new Schedule(4, 2, 2, List.of(split, whole)));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertThat(document.getElementsByTagName("title").getLength()).isEqualTo(3);
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .startsWith("<&\"> (3 servers, 1/2)");
  }

  /**
   * A round of 5 ticks is 800 wide, so a tick is 160, and begins at 80; a server is 28 high, and
   * the first begins at 40. Half of the servers' time is given, and the round is 5/4 of the shares.
   */
  @Test
  void drawsServersDownwardsAndTimeToTheRight() {
    Timeslice split = new Timeslice(workload("a", 3, "1/2"), 0, 2, List.of(0, 1, 3));
    Timeslice whole = new Timeslice(workload("b", 2, "1/2"), 2, 2, List.of(2, 3));
    assertThat(RoundPicture.of(new Schedule(4, 5, 4, List.of(split, whole))))
        .isEqualTo(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 186" width="900" height="186" font-family="sans-serif" font-size="11">
            <rect width="900" height="186" fill="#fff"/>
            <text x="80" y="18" font-weight="bold">One round of 4 servers, R_clustering 0.800, 50.0 % of the time given</text>
            <rect x="80" y="40" width="800" height="112.0" fill="#f2f2f2" stroke="#888"/>
            <rect x="80.0" y="40.0" width="320.0" height="56.0" fill="hsl(0,60%,70%)" stroke="#444"><title>a (3 servers, 1/2), ticks 0 to 2</title></rect>
            <rect x="80.0" y="124.0" width="320.0" height="28.0" fill="hsl(0,60%,70%)" stroke="#444"><title>a (3 servers, 1/2), ticks 0 to 2</title></rect>
            <text x="240.0" y="72.0" text-anchor="middle">a</text>
            <rect x="400.0" y="96.0" width="320.0" height="56.0" fill="hsl(138,60%,70%)" stroke="#444"><title>b (2 servers, 1/2), ticks 2 to 4</title></rect>
            <text x="560.0" y="128.0" text-anchor="middle">b</text>
            <text x="74" y="58.0" text-anchor="end">server 0</text>
            <text x="74" y="86.0" text-anchor="end">server 1</text>
            <text x="74" y="114.0" text-anchor="end">server 2</text>
            <text x="74" y="142.0" text-anchor="end">server 3</text>
            <text x="80.0" y="168.0" text-anchor="middle">0 %</text>
            <text x="240.0" y="168.0" text-anchor="middle">20 %</text>
            <text x="400.0" y="168.0" text-anchor="middle">40 %</text>
            <text x="560.0" y="168.0" text-anchor="middle">60 %</text>
            <text x="720.0" y="168.0" text-anchor="middle">80 %</text>
            <text x="880.0" y="168.0" text-anchor="middle">100 %</text>
            <text x="880" y="182.0" text-anchor="end">of the round</text>
            </svg>
            """);
  }

  /** By the golden angle, and a little lighter after each third. */
  @Test
  void neighboursHaveOtherColours() {
    List<Timeslice> slices = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      slices.add(new Timeslice(workload("w" + i, 1, "1/10"), i, 1, List.of(0)));
    }
    assertThat(found("fill=\"hsl\\(([0-9,%]*)\\)", new Schedule(1, 10, 10, slices)))
        .containsExactly(
            "0,60%,70%",
            "138,60%,70%",
            "275,60%,70%",
            "53,60%,76%",
            "190,60%,76%",
            "328,60%,76%",
            "105,60%,82%",
            "243,60%,82%",
            "20,60%,82%",
            "158,60%,70%");
  }

  /** 200 servers are 7 high each: every second one is numbered, two have room for a name. */
  @Test
  void manyServersAreLower() {
    Timeslice low = new Timeslice(workload("low", 2, "1/2"), 0, 1, List.of(0, 2));
    Timeslice high = new Timeslice(workload("high", 3, "1/2"), 1, 1, List.of(0, 2, 3));
    Timeslice even = new Timeslice(workload("even", 4, "1/2"), 0, 1, List.of(10, 11, 20, 21));
    Schedule schedule = new Schedule(200, 2, 2, List.of(low, high, even));
    assertThat(found("(server [0-9]*)<", schedule))
        .hasSize(100)
        .startsWith("server 0", "server 2")
        .endsWith("server 198");
    assertThat(found("(y=\"[0-9.]*\" text-anchor=\"middle\">[a-z]+)<", schedule))
        .as("40 + 2 * 7 + 7 + 4 in the taller, 40 + 10 * 7 + 7 + 4 in the first of equals")
        .containsExactly(
            "y=\"65.0\" text-anchor=\"middle\">high", "y=\"121.0\" text-anchor=\"middle\">even");
    assertThat(RoundPicture.of(schedule)).contains("viewBox=\"0 0 900 1474\"");
  }

  /** Slices 8, 16 and 32 wide have room for one letter, which is none, for two and for four. */
  @Test
  void aNameIsCutToItsSlice() {
    Schedule schedule =
        new Schedule(
            1,
            100,
            100,
            List.of(
                new Timeslice(workload("one", 1, "1/100"), 0, 1, List.of(0)),
                new Timeslice(workload("two", 1, "1/50"), 1, 2, List.of(0)),
                new Timeslice(workload("four", 1, "1/25"), 3, 4, List.of(0))));
    assertThat(found("middle\">([a-z]+)<", schedule)).containsExactly("tw", "four");
  }

  private static List<String> found(String pattern, Schedule schedule) {
    return Pattern.compile(pattern)
        .matcher(RoundPicture.of(schedule))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
