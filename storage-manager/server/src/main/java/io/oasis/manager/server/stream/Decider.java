package io.oasis.manager.server.stream;

import io.oasis.manager.core.ControllerConfig;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.DomainView;
import io.oasis.manager.core.Effect;
import io.oasis.manager.core.Input;
import io.oasis.protocol.DomainId;
import java.time.Instant;
import java.util.List;

/** What decides for one domain; one thread at a time. */
interface Decider {
  List<Effect> on(Input input, Instant now);

  DomainView view(Instant now);

  /** Makes the decider of a domain from what was kept of it. */
  @FunctionalInterface
  interface Factory {
    Decider create(DomainId domain, DomainMemory.Kept kept);
  }

  /** The real ones. */
  static Factory controllers(ControllerConfig config) {
    return (domain, kept) -> {
      DomainController controller =
          new DomainController(domain, config, kept.header(), kept.queues());
      return new Decider() {
        @Override
        public List<Effect> on(Input input, Instant now) {
          return controller.on(input, now);
        }

        @Override
        public DomainView view(Instant now) {
          return controller.view(now);
        }
      };
    };
  }
}
