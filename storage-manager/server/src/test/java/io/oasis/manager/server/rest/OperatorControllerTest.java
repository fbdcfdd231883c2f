package io.oasis.manager.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.server.TestViews;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;

/** Shows who may change what where two change it at once. */
class OperatorControllerTest {
  private static final String DOMAIN = "disk:a";

  private final DomainRegistry views = new DomainRegistry();
  private final OperatorController controller =
      new OperatorController(
          views, new OperatorDesk(views, this::send, InstantSource.fixed(TestViews.AT)));
  private final Thread.Builder threads = Thread.ofPlatform().daemon();
  private FutureTask<ResponseEntity<?>> operator;

  private static Authentication as(String... roles) {
    return new TestingAuthenticationToken("somebody", "", roles);
  }

  private ResponseEntity<?> policy(long revision, String policy, Authentication caller)
      throws Exception {
    return controller.putRails(
        DOMAIN, new RailsShape.Change(revision, policy, List.of(), List.of(), null, ""), caller);
  }

  /** While the administrator's change is on its way the operator's comes, and waits. */
  private boolean send(Message message) {
    if (operator == null) {
      operator = new FutureTask<>(() -> policy(1, "proportional-fair", as("ROLE_OPERATOR")));
      Thread waiting = threads.start(operator);
      Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    }
    views.publish(TestViews.view((GuardRails) message, 3));
    return true;
  }

  @Test
  void anOperatorDoesNotUndoWhatAnAdministratorChangesMeanwhile() throws Exception {
    views.publish(TestViews.view(TestViews.rails(DOMAIN), 3));
    assertThat(policy(0, "even", as("ROLE_OPERATOR", "ROLE_ADMIN")).getStatusCode().value())
        .isEqualTo(200);

    assertThat(operator.get(1, TimeUnit.MINUTES).getStatusCode().value()).isEqualTo(403);
    assertThat(views.find(new DomainId(DOMAIN)).orElseThrow().rails().policy()).isEqualTo("even");
  }
}
