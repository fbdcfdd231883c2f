package io.oasis.adapter.shell;

import io.oasis.protocol.Message;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.UsageBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sends what an adapter has to say: usages and outcomes that come one after the other as few
 * records, everything else as it is.
 *
 * <p>Law: nothing overtakes. What is held back goes out before any message of another kind, and
 * with {@link #flush}.
 */
final class Outbox {
  private final Consumer<Message> wire;
  private final List<OutcomeBatch> outcomes = new ArrayList<>();
  private final List<UsageBatch> usages = new ArrayList<>();

  Outbox(Consumer<Message> wire) {
    this.wire = wire;
  }

  void send(Message message) {
    switch (message) {
      case OutcomeBatch batch -> outcomes.add(batch);
      case UsageBatch batch -> usages.add(batch);
      default -> {
        flush();
        wire.accept(message);
      }
    }
  }

  void flush() {
    UsageBatch.joined(usages).forEach(wire);
    OutcomeBatch.joined(outcomes).forEach(wire);
    usages.clear();
    outcomes.clear();
  }
}
