package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.receipt.Receipt;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.AdapterStatus.Placement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows that receipts go by where an adapter says that its scheduler has I/O wait, not by what it
 * is called: only what nobody counted is estimated and exceeds what was measured.
 */
class PlacementTest {
  @Test
  void whatIocostHoldsBackIsNotAmongWhatIsMeasured() {
    Receipt receipt = receiptUnder("iocost", Optional.of(Placement.ABOVE_COUNTERS));
    assertThat(receipt.total()).isGreaterThan(1.5 * receipt.measured());
  }

  @Test
  void whatBfqHoldsBackIsMeasured() {
    Receipt receipt = receiptUnder("bfq", Optional.of(Placement.BELOW_COUNTERS));
    assertThat(receipt.total()).isCloseTo(receipt.measured(), within(1e-6));
  }

  @Test
  void anAdapterThatDoesNotSayHoldsBackWhatIsNotMeasured() {
    Receipt receipt = receiptUnder("made-up", Optional.empty());
    assertThat(receipt.total()).isGreaterThan(1.5 * receipt.measured());
  }

  /** Of the deep one of two applications, which is limited. */
  private static Receipt receiptUnder(String kind, Optional<Placement> placement) {
    ModelDomain model = ModelDomain.competing(5);
    model.target = new AdapterStatus.Target(kind, 1, placement);
    model.run(150);
    return model.view().queues().stream()
        .filter(queue -> queue.queue().equals(model.first().queue))
        .findFirst()
        .orElseThrow()
        .measured()
        .receipts()
        .getFirst();
  }
}
