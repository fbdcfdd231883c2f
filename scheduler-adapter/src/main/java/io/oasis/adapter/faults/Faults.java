package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Finding;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known to make the limits of one kind of scheduler void. */
public interface Faults {
  /** None are known. */
  Faults NONE =
      new Faults() {
        @Override
        public void look(Map<Place, Throttle> limits) {}

        @Override
        public Optional<Fault> of(Place place, Part part, long value) {
          return Optional.empty();
        }
      };

  /** Looks at all limits of the scheduler; called twice, the same time apart as the counters. */
  void look(Map<Place, Throttle> limits) throws TargetException;

  /** What decides about one limit, after the second look, whatever passed. */
  Optional<Fault> of(Place place, Part part, long value);

  /** What is wrong with what is no {@link Place} with a limit. */
  default List<Finding> others() throws TargetException {
    return List.of();
  }
}
