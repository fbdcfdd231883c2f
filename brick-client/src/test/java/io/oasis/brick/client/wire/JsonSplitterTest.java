package io.oasis.brick.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that objects are found in a stream whatever the pieces it comes in. */
class JsonSplitterTest {
  private static final List<String> OBJECTS =
      List.of("{\"a\":\"}{\\\\\\\"[\"}", "{}", "{\"b\":[{\"c\":{}}],\"d\":\"\u00e9\u20ac\"}");

  private static List<String> split(byte[] bytes, int piece) throws IOException {
    JsonSplitter splitter = new JsonSplitter();
    List<String> found = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += piece) {
      splitter.take(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
      for (Optional<String> next = splitter.next(); next.isPresent(); next = splitter.next()) {
        found.add(next.get());
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1_000})
  void findsObjectsWithAndWithoutSpaceBetween(int piece) throws IOException {
    for (String between : List.of("", "\n", " \r\n\t")) {
      byte[] bytes = String.join(between, OBJECTS).getBytes(StandardCharsets.UTF_8);
      assertThat(split(bytes, piece)).isEqualTo(OBJECTS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "{}]", "{} 7"})
  void refusesWhatIsNoObject(String text) {
    assertThatThrownBy(() -> split(text.getBytes(StandardCharsets.UTF_8), 3))
        .isInstanceOf(IOException.class);
  }
}
