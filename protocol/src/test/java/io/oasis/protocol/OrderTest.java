package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows whom orders are for, on whose word they are given, and that the word alone changes. */
class OrderTest {
  private static final MessageCodec CODEC = new MessageCodec();

  static List<Order> orders() {
    return Samples.full().values().stream()
        .filter(Order.class::isInstance)
        .map(Order.class::cast)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("orders")
  void anOrderOfAnotherManagerSaysTheSameButForTheName(Order order) {
    assertThat(json(order)).contains("\"oasis-manager\"");
    assertThat(json(order.of("second")))
        .isEqualTo(json(order).replace("\"oasis-manager\"", "\"second\""));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void anOrderIsForTheAdapterAndTheDomainThatItNames(Order order) {
    assertThat(order.adapter()).hasToString("db1:cgroup-v1");
    assertThat(order.domain()).hasToString("disk:wwid:naa.5000c500a1b2c3d4");
  }

  @Test
  void anOrderOnNobodysWordStaysSo() {
    Order order =
        new LeaseRenewal(
            new DomainId("d"),
            new Version(1, 2),
            new AdapterId("h:a"),
            new SessionId("s"),
            Instant.EPOCH,
            15_000);
    assertThat(order.of("second")).isEqualTo(order);
    assertThat(order.authority()).isEmpty();
  }

  @Test
  void aManagerIsNamedByWhoeverSends() {
    Authority authority = Authority.in(Mode.ENFORCE);
    assertThat(authority).isEqualTo(new Authority(Mode.ENFORCE, Optional.empty()));
    assertThat(authority.of("first").of("second"))
        .isEqualTo(new Authority(Mode.ENFORCE, Optional.of("second")));
  }

  private static String json(Message message) {
    return new String(CODEC.encode(message), StandardCharsets.UTF_8);
  }
}
