package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
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
}
