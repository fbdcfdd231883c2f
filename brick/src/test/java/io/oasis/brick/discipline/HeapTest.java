package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that the heap orders like a list that is searched, whatever is put, moved and removed. */
class HeapTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theSmallestIsOnTopAndAmongEqualsWhoCameFirst(long seed) {
    Random random = new Random(seed);
    Heap<Integer> heap = new Heap<>();
    List<Slot<Integer>> slots = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      slots.add(new Slot<>(i));
    }
    List<Slot<Integer>> byComing = new ArrayList<>();
    for (int step = 0; step < 5_000; step++) {
      Slot<Integer> slot = slots.get(random.nextInt(slots.size()));
      if (random.nextInt(3) == 0) {
        heap.remove(slot);
        byComing.remove(slot);
      } else {
        int key = random.nextInt(6);
        if (!slot.isIn() || slot.key != key) {
          byComing.remove(slot);
          byComing.add(slot);
        }
        heap.put(slot, key);
      }
      assertThat(heap.isEmpty()).isEqualTo(byComing.isEmpty());
      if (!byComing.isEmpty()) {
        assertThat(heap.top()).as("seed %d, step %d", seed, step).isSameAs(smallest(byComing));
      }
    }
  }

  private static Slot<Integer> smallest(List<Slot<Integer>> byComing) {
    return byComing.stream().min(Comparator.comparingDouble(slot -> slot.key)).orElseThrow();
  }
}
