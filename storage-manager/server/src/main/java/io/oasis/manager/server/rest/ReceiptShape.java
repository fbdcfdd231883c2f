package io.oasis.manager.server.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.receipt.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a queue's latency of each minute came from, in JSON; the newest first.
 *
 * @param words the newest in a sentence, and what waits; empty while there is neither
 */
public record ReceiptShape(String domain, String queue, String words, List<Minute> minutes) {
  /**
   * Means per I/O, in microseconds; the parts add up to {@code totalMicros}.
   *
   * @param measuredMicros what the agent measured; the total exceeds it by what a limit of the
   *     kernel holds back above the counters, an estimate
   */
  public record Minute(
      Instant at,
      double ios,
      double measuredMicros,
      double totalMicros,
      @JsonUnwrapped ReceiptParts parts) {
    /** By what took it. */
    public record ReceiptParts(
        double deviceMicros,
        double neighboursMicros,
        double limitMicros,
        double applicationMicros,
        double unexplainedMicros) {}

    static Minute of(Receipt receipt) {
      return new Minute(
          receipt.at(),
          receipt.ios(),
          receipt.measured(),
          receipt.total(),
          new ReceiptParts(
              receipt.parts().device(),
              receipt.parts().neighbours(),
              receipt.parts().limit(),
              receipt.parts().application(),
              receipt.parts().unexplained()));
    }
  }

  static ReceiptShape of(DomainView view, DomainView.QueueView queue) {
    return new ReceiptShape(
        view.domain().value(),
        queue.queue().toString(),
        Stream.concat(
                queue.measured().receipts().stream().limit(1).map(ReceiptShape::words),
                Words.waiting(queue).stream())
            .collect(Collectors.joining(" ")),
        queue.measured().receipts().stream().map(Minute::of).toList());
  }

  private static String words(Receipt receipt) {
    String parts =
        String.format(
            Locale.ROOT,
            "An I/O took %s in the last minute: %s the device, %s waiting for neighbours, %s held"
                + " back by our limit, %s behind its own I/O, %s unexplained",
            millis(receipt.total()),
            millis(receipt.parts().device()),
            millis(receipt.parts().neighbours()),
            millis(receipt.parts().limit()),
            millis(receipt.parts().application()),
            millis(receipt.parts().unexplained()));
    boolean estimated = receipt.total() - receipt.measured() > 0.01 * receipt.total();
    return estimated
        ? parts + "; what the kernel holds back is estimated, nobody measures it."
        : parts + ".";
  }

  private static String millis(double micros) {
    return String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
  }
}
