package io.oasis.lab.replay;

import io.oasis.manager.core.ControllerStart;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs a recording again and compares decisions. */
public final class Replay {
  /** A line that is not what the format says. */
  public static final class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    FormatException(int line, String what) {
      super("line " + line + ": " + what);
    }
  }

  /**
   * @param recorded and {@code again}: decisions told, in order, those of caches among them
   * @param same how many of them are equal, bit for bit, at the same place
   * @param settings sent in the replay
   */
  public record Result(List<Message> recorded, List<Message> again, int same, int settings) {
    public boolean isSame() {
      return recorded.size() == again.size() && same == recorded.size();
    }

    /** Those of bandwidth. */
    public static List<Decision> ofBandwidth(List<Message> decisions) {
      return decisions.stream()
          .filter(Decision.class::isInstance)
          .map(Decision.class::cast)
          .toList();
    }
  }

  private final MessageCodec codec = new MessageCodec();
  private final Optional<String> policy;
  private final List<Message> recorded = new ArrayList<>();
  private final List<Message> again = new ArrayList<>();
  private @Nullable DomainController controller;
  private int settings;
  private int line;

  private Replay(Optional<String> policy) {
    this.policy = policy;
  }

  /**
   * @param policy instead of the recorded one, when given
   */
  public static Result of(BufferedReader in, Optional<String> policy) throws IOException {
    Replay replay = new Replay(policy);
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      replay.line++;
      replay.take(text);
    }
    if (replay.line == 0) {
      throw new FormatException(1, "is missing: the file is empty");
    }
    int same = 0;
    for (int i = 0; i < StrictMath.min(replay.recorded.size(), replay.again.size()); i++) {
      same += replay.recorded.get(i).equals(replay.again.get(i)) ? 1 : 0;
    }
    return new Result(replay.recorded, replay.again, same, replay.settings);
  }

  private void take(String text) throws FormatException {
    String[] words = text.split(" ", 4);
    switch (words[0]) {
      case Recording.MAGIC -> check(text.split(" "));
      case "start" -> begin(message(words));
      case "in" -> step(input(message(words)), at(words));
      case "behind" -> step(new Input.Behind(isTrue(words)), at(words));
      case "tick" -> step(new Input.Tick(), at(words));
      case "out" -> {
        Message message = message(words);
        if (Recording.isDecision(message)) {
          recorded.add(message);
        }
      }
      default ->
          throw new FormatException(
              line,
              "begins with '"
                  + words[0]
                  + "': must be oasis-recording, start, in, behind, tick or out");
    }
  }

  private void check(String[] words) throws FormatException {
    if (words.length != 2 || !Recording.READ.contains(words[1])) {
      throw new FormatException(
          line,
          "is not the beginning of a recording of version " + String.join(" or ", Recording.READ));
    }
  }

  private void begin(Message message) throws FormatException {
    if (!(message instanceof JournalStart journaled)) {
      throw new FormatException(line, "does not say how a controller started");
    }
    ControllerStart start = ControllerStart.of(journaled);
    controller = policy.map(start::by).orElse(start).controller();
  }

  private Instant at(String[] words) throws FormatException {
    try {
      long nanos = Long.parseLong(words[1]);
      return Instant.ofEpochSecond(
          StrictMath.floorDiv(nanos, 1_000_000_000L), StrictMath.floorMod(nanos, 1_000_000_000L));
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new FormatException(line, "has no time in nanoseconds");
    }
  }

  private boolean isTrue(String[] words) throws FormatException {
    String said = words.length < 3 ? "nothing" : words[2];
    return switch (said) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new FormatException(line, "says " + said + ": must be true or false");
    };
  }

  private Message message(String[] words) throws FormatException {
    Topic topic = words.length < 4 ? null : Topic.named(words[2]).orElse(null);
    if (topic == null) {
      throw new FormatException(line, "names no topic");
    }
    return switch (codec.decode(topic, words[3].getBytes(StandardCharsets.UTF_8))) {
      case Decoded.Known(Message known) -> known;
      case Decoded.Refused(var kind, String reason) ->
          throw new FormatException(line, kind + ": " + reason);
    };
  }

  private Input input(Message message) throws FormatException {
    return Input.of(message)
        .map(this::governed)
        .orElseThrow(() -> new FormatException(line, "is no input of a controller"));
  }

  /** The operator's word with the policy that is tried in place of the one it names. */
  private Input governed(Input input) {
    return input instanceof Input.RailsChanged(GuardRails rails) && policy.isPresent()
        ? new Input.RailsChanged(rails.by(policy.get()))
        : input;
  }

  private void step(Input input, Instant now) throws FormatException {
    if (controller == null) {
      throw new FormatException(line, "comes before the beginning of a recording");
    }
    for (Effect effect : controller.on(input, now)) {
      if (effect instanceof Effect.Publish(Message message)) {
        if (Recording.isDecision(message)) {
          again.add(message);
        }
        settings += message instanceof SettingBatch batch ? batch.settings().size() : 0;
      }
    }
  }
}
