package io.oasis.brick.nbd;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The data of an option, read with suspicion: every length in it is checked against what is there.
 */
final class OptionData {
  private final ByteBuffer data;

  OptionData(byte[] bytes) {
    data = ByteBuffer.wrap(bytes);
  }

  /** The data is not what the option asks for. */
  static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    MalformedException(String reason) {
      super(reason);
      this.reason = reason;
    }

    String reason() {
      return reason;
    }
  }

  /** All that is left, as text. */
  String rest() {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A text after its length. */
  String sized() throws MalformedException {
    if (data.remaining() < Integer.BYTES) {
      throw new MalformedException("a length is missing");
    }
    int length = data.getInt();
    if (length < 0 || length > data.remaining()) {
      throw new MalformedException("a length is larger than the option");
    }
    byte[] bytes = new byte[length];
    data.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Numbers of two bytes after their count, up to the end. */
  List<Integer> shorts() throws MalformedException {
    if (data.remaining() < Short.BYTES) {
      throw new MalformedException("a count is missing");
    }
    int count = Short.toUnsignedInt(data.getShort());
    if (count * Short.BYTES != data.remaining()) {
      throw new MalformedException("a count does not agree with the option's length");
    }
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(Short.toUnsignedInt(data.getShort()));
    }
    return values;
  }

  /** Texts after their count, each after its length, up to the end. */
  List<String> sizedList() throws MalformedException {
    if (data.remaining() < Integer.BYTES) {
      throw new MalformedException("a count is missing");
    }
    int count = data.getInt();
    if (count < 0 || (long) count * Integer.BYTES > data.remaining()) {
      throw new MalformedException("a count is larger than the option");
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(sized());
    }
    end();
    return values;
  }

  void end() throws MalformedException {
    if (data.hasRemaining()) {
      throw new MalformedException("there is more data than the option has");
    }
  }
}
