package io.oasis.adapter.targets.spdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows that the stand-in answers as {@code spdk_tgt} 24.05 did, case by case of a recording made
 * with it, and what the target's own reader makes of the recorded answers.
 */
class RecordingTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int QUIET_MILLIS = 100;
  private static final int PATIENCE_MILLIS = 30_000;

  /** What differs from one process to the next, and what no client of SPDK needs. */
  private static final List<String> LEFT_OUT =
      List.of("uuid", "aliases", "supported_io_types", "memory_domains", "driver_specific");

  private static List<JsonNode> cases() throws IOException {
    try (InputStream in = RecordingTest.class.getResourceAsStream("transcripts-24.05.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .<JsonNode>map(JSON::readTree)
          .toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> answersAsRecorded() throws IOException {
    FakeSpdk fake = new FakeSpdk(true);
    return cases().stream()
        .filter(one -> one.has("send") && !one.path("case").asString().contains("under load"))
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.path("case").asString(),
                    () -> {
                      if (one.path("case").asString().equals("iostat all")) {
                        for (String name : List.of("Malloc0", "Malloc1")) {
                          fake.bdevs().count(name, new Counters(3, 0, 37_376, 0));
                        }
                      }
                      replay(fake, one);
                    }))
        .onClose(
            () -> {
              try {
                fake.close();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
  }

  private static void replay(FakeSpdk fake, JsonNode recorded) throws IOException {
    List<String> expected = recorded.path("receive").asString().lines().toList();
    boolean closes = recorded.path("closedByServer").asBoolean();
    List<String> answers = new ArrayList<>();
    boolean closed = false;
    try (Socket socket = connect(fake)) {
      for (JsonNode part : recorded.path("send")) {
        String text = part.asString().replace("<300000 times a>", "a".repeat(300_000));
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.setSoTimeout(expected.isEmpty() && !closes ? QUIET_MILLIS : PATIENCE_MILLIS);
        if (!expected.isEmpty()) {
          int most = recorded.path("send").size() > 1 ? answers.size() + 1 : expected.size();
          while (answers.size() < most) {
            answers.add(line(socket, expected.get(answers.size()).length()));
          }
        }
      }
      if (expected.isEmpty()) {
        closed = socket.getInputStream().read() < 0;
      }
    } catch (SocketTimeoutException e) {
      closed = false; // nothing came, as it should
    } catch (SocketException e) {
      closed = true; // with bytes of ours that it had not read
    }
    assertThat(answers.stream().map(RecordingTest::stable))
        .isEqualTo(expected.stream().map(RecordingTest::stable).toList());
    assertThat(closed).isEqualTo(closes);
  }

  private static Socket connect(FakeSpdk fake) throws IOException {
    String[] address = fake.address().text().split(":", -1);
    return new Socket(address[0], Integer.parseInt(address[1]));
  }

  /** Up to the line end, which only the answer to a notification lacks, with its last brace. */
  private static String line(Socket socket, int recordedChars) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = socket.getInputStream().read(); next != '\n'; ) {
      if (next < 0) {
        throw new EOFException("the connection was closed after: " + line);
      }
      line.append((char) next);
      if (line.length() == recordedChars && line.indexOf("\"id\":null,\"result\"") >= 0) {
        break;
      }
      next = socket.getInputStream().read();
    }
    return line.toString();
  }

  private static JsonNode stable(String answer) {
    JsonNode node = JSON.readTree(isWhole(answer) ? answer : answer + "}");
    JsonNode result = node.path("result");
    strip(result);
    result.path("bdevs").forEach(RecordingTest::strip);
    result.forEach(RecordingTest::strip);
    return node;
  }

  private static boolean isWhole(String answer) {
    return !answer.contains("\"id\":null,\"result\"");
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(LEFT_OUT);
      for (String key : List.copyOf(object.propertyNames())) {
        if (key.endsWith("ticks")) {
          object.put(key, 0);
        }
      }
    }
  }

  @Test
  void ofSeventyConnectionsSixtyFourAreAnswered() throws IOException {
    List<Socket> sockets = new ArrayList<>();
    int answered = 0;
    try (FakeSpdk fake = new FakeSpdk(true)) {
      for (int i = 0; i < 70; i++) {
        Socket socket = connect(fake);
        sockets.add(socket);
        socket.setSoTimeout(i < 64 ? PATIENCE_MILLIS : QUIET_MILLIS);
        socket
            .getOutputStream()
            .write("{\"id\":1,\"method\":\"spdk_get_version\"}".getBytes(StandardCharsets.UTF_8));
        try {
          line(socket, 0);
          answered++;
        } catch (SocketTimeoutException hangs) {
          continue;
        }
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    assertThat(answered).isEqualTo(64);
  }

  @Test
  void whatWaitsForTheRateLimitFollowsFromTheLatencies() throws IOException {
    List<SpdkReading> samples = new ArrayList<>();
    for (JsonNode one : cases()) {
      if (one.path("case").asString().startsWith("iostat under load")) {
        JsonNode answer = JSON.readTree(one.path("receive").asString());
        Map<String, SpdkReading> readings = SpdkReading.parse(answer.path("result"));
        samples.add(readings.get("Malloc0"));
      }
    }
    assertThat(samples).hasSize(3);
    assertThat(samples.getFirst().counters()).isEqualTo(new Counters(41_501, 0, 170_013_184, 0));
    assertThat(samples.getLast().backlog(samples.getFirst())).isBetween(31.9, 32.1);
    assertThat(samples.getLast().rate(samples.getFirst(), Throttle.Part.IOPS))
        .isBetween(999.0, 1_001.0);
  }
}
