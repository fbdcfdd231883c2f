package io.oasis.manager.server.stream;

import io.oasis.manager.core.ControllerStart;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.explain.DomainView;
import java.time.Instant;
import java.util.List;

/** What decides for one domain; one thread at a time. */
interface Decider {
  List<Effect> on(Input input, Instant now);

  /** Whether a tick may do something. */
  boolean isWaiting();

  DomainView view(Instant now);

  /** Makes deciders; the real ones with {@link #controller}. */
  @FunctionalInterface
  interface Factory {
    Decider create(ControllerStart start);
  }

  static Decider controller(ControllerStart start) {
    DomainController controller = start.controller();
    return new Decider() {
      @Override
      public List<Effect> on(Input input, Instant now) {
        return controller.on(input, now);
      }

      @Override
      public boolean isWaiting() {
        return controller.isWaiting();
      }

      @Override
      public DomainView view(Instant now) {
        return controller.view(now);
      }
    };
  }
}
