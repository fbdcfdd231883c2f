package io.oasis.manager.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows by what address a manager tells others to reach it. */
class AdvertisedTest {
  @ParameterizedTest
  @CsvSource({
    "m1, m1:0",
    "m1.example:443, m1.example:443",
    "192.0.2.3, 192.0.2.3:0",
    "fd00::3, [fd00::3]:0",
    "[fd00::3], [fd00::3]:0",
    "[fd00::3]:81, [fd00::3]:81",
  })
  void whatIsToldHolds(String told, String address) {
    assertThat(of("127.0.0.1", Optional.of(told)).address()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "http://m1", "m1:", "m1:0", "m1:65536", "m1:80/x", "u@m1", ":80"})
  void whatIsNoAddressIsRefused(String told) {
    assertThatThrownBy(() -> Advertised.parse(told)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void elseItIsWhereHttpListens() {
    assertThat(of("127.0.0.1", Optional.empty()).address()).isEqualTo("127.0.0.1:0");
    assertThat(of("::1", Optional.empty()).host()).isEqualTo("[::1]");
    assertThat(of("0.0.0.0", Optional.empty()).host())
        .as("nobody reaches that")
        .isNotEqualTo("0.0.0.0");
  }

  private static Advertised of(String address, Optional<String> told) {
    return new Advertised(new ManagerConfig.Http(address, 0, told, List.of()));
  }
}
