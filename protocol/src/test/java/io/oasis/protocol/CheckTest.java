package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Shows that what cannot be is refused with the field and the value. */
class CheckTest {
  private static final MessageCodec CODEC = new MessageCodec();

  /** In JSON, and no field's name. */
  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"(?=[,}\\]])");

  private static CacheReport.Partition withCurve(double first, double second) {
    return new CacheReport.Partition(
        new QueueId(new ApplicationId("h:/app"), new LunId("serial:a")),
        new CacheReport.Space(1e6, 1e6, Optional.empty()),
        new CacheReport.Hits(10, 0.5, Optional.empty(), Optional.empty()),
        List.of(new CacheReport.Point(first, 0.1), new CacheReport.Point(second, 0.2)),
        Optional.empty());
  }

  @Test
  void aCurveThatDoesNotRiseIsRefusedWithBothSizes() {
    withCurve(4096, 8192);
    assertThatThrownBy(() -> withCurve(8192, 8192))
        .hasMessage("curve.sizeBytes = 8192.0: must be above the one before, 8192.0");
  }

  /** Finite by itself, infinite with another one: it stopped every decision of its domain. */
  @Test
  void whatNoDeviceDoesIsRefused() {
    assertThatThrownBy(() -> new Flow(0, 0, 9e307, 0))
        .hasMessage("bytesPerSecond = 9.0E307: must be between 0 and 1.0E15");
    assertThatThrownBy(() -> Bandwidth.of(1, Double.MAX_VALUE))
        .hasMessageContaining("must be between 0 and 1.0E24");
  }

  @Test
  void theLargestThatIsAllowedIsTaken() {
    assertThat(new Flow(0, 0, 1e15, 0).bytesPerSecond()).isEqualTo(1e15);
    assertThat(Bandwidth.of(1e24, 0).iops().perSecond()).isEqualTo(1e24);
    assertThat(new CacheReport.AtDepth(1, 1).depth()).isEqualTo(1);
    assertThat(new CacheReport.AtDepth(1_000_000, 1).depth()).isEqualTo(1_000_000);
    assertThat(new ApplicationId("h".repeat(512)).value()).hasSize(512);
    assertThat(Check.text("reason", "w".repeat(2_000))).hasSize(2_000);
    assertThatThrownBy(() -> Check.text("reason", "w".repeat(2_001)))
        .hasMessage("reason = " + "w".repeat(80) + "...: must have at most 2000 characters");
  }

  /** What a host calls a cgroup becomes part of an id, whatever it is. */
  @Test
  void anIdIsMadeOfAnyName() {
    assertThat(Check.idText("a|b\u001b\u202ec \u00fc/d")).isEqualTo("a?b??c \u00fc/d");
    assertThat(new ApplicationId(Check.idText("|\n")).value()).isEqualTo("??");
  }

  /** A refusal shows a line's worth of what was refused. */
  @Test
  void whatIsRefusedIsShownUpToEightySigns() {
    String eighty = "a".repeat(79) + '|';
    assertThatThrownBy(() -> new LunId(eighty)).hasMessageStartingWith("lun = " + eighty + ": ");
    assertThatThrownBy(() -> new LunId(eighty + 'b'))
        .hasMessageStartingWith("lun = " + eighty + "...: ");
  }

  /** Two that look alike on a page or a terminal are one for whoever reads them. */
  @Test
  void namesWithWhatIsNotSeenAreRefused() {
    for (int c :
        new int[] {'\n', 0x1b, 0x9b, 0xad, 0x200b, 0x202e, 0x2028, 0x2029, 0xe000, 0xfeff}) {
      assertThatThrownBy(() -> new ApplicationId("db1:/a" + Character.toString(c)))
          .as("U+%04X", c)
          .hasMessageContaining("application = db1:/a")
          .hasMessageEndingWith("must not contain '|' or characters that are not seen");
    }
    for (String name :
        List.of(
            "db1:/machine.slice/machine-qemu\\x2d1\\x2dvm.scope",
            "db1:/user.slice/app-\u00fcbung \u00e9t\u00e9.scope",
            "db1:/e\u0301",
            "db1:/\u6771\u4eac \u0627\u0644")) {
      assertThat(new ApplicationId(name).value()).isEqualTo(name);
    }
  }

  /** A stolen host chose the words that an operator's terminal obeyed. */
  @Test
  void textIsCleanedOfWhatMovesACursor() {
    String hostile = "held\n\u001b[2J\u009b1mback\u202e\u2028\tby \u00fc \ud83d\ude00";
    String clean = "held ?[2J?1mback?  by \u00fc \ud83d\ude00";
    Demand demand =
        new Demand(Demand.Quality.OBSERVED, Bandwidth.of(1, 1), Optional.empty(), hostile);
    assertThat(demand.reason()).isEqualTo(clean);
    assertThat(Check.printableLines("a\u001b\nb")).hasLineCount(2).startsWith("a?");
    assertThatThrownBy(() -> Check.text("reason", "\ud800"))
        .hasMessageContaining("reason = ?: must not contain half");
  }

  /** Each string of each message in turn: it is refused, or nobody is shown it as it came. */
  @Test
  void noStringOfAnyMessageReachesATerminalAsItCame() {
    int cleaned = 0;
    for (Message message : Samples.full().values()) {
      String json = new String(CODEC.encode(message), StandardCharsets.UTF_8);
      for (MatchResult found : STRING.matcher(json).results().toList()) {
        int end = found.end() - 1;
        String hostile = json.substring(0, end) + "\\u001b" + json.substring(end);
        if (CODEC.decode(Schema.of(message).topic(), hostile.getBytes(StandardCharsets.UTF_8))
            instanceof Decoded.Known(Message read)) {
          assertThat(new String(CODEC.encode(read), StandardCharsets.UTF_8))
              .as(hostile)
              .doesNotContainIgnoringCase("\\u001b");
          cleaned++;
        }
      }
    }
    assertThat(cleaned).as("texts, not ids").isGreaterThan(10);
  }

  @Test
  void aGroupOfItsOwnIsNotNobodys() {
    LunId lun = new LunId("serial:a");
    for (String name :
        List.of(
            "h:/unattributed",
            "h:/my:unattributed",
            "h:/a/b:unattributed",
            "h:my:unattributed",
            "h:xunattributed",
            "unattributed")) {
      assertThat(new QueueId(new ApplicationId(name), lun).isUnattributed()).as(name).isFalse();
    }
    assertThat(new QueueId(new ApplicationId("h:unattributed"), lun).isUnattributed()).isTrue();
  }

  @Test
  void depthsThatDoNotRiseAreRefusedWithBoth() {
    List<CacheReport.AtDepth> falling =
        List.of(new CacheReport.AtDepth(4, 100), new CacheReport.AtDepth(2, 100));
    assertThatThrownBy(() -> new CacheReport.Service(0, 1, falling))
        .hasMessage("service.depth = 2: must be above the one before, 4");
  }
}
