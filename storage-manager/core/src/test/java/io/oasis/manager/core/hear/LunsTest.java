package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A host that has many LUNs in a domain leaves room to others. */
class LunsTest {
  private final Crowd crowd = new Crowd(List.of());
  private final Luns luns = new Luns();

  @Test
  void aHostHasAThousandAndTheDomainTwo() {
    report("a", 1_001);
    assertThat(luns.all()).hasSize(Crowd.MOST_LUNS_OF_HOST);
    report("b", 999);
    report("c", 2);
    assertThat(luns.all()).hasSize(Crowd.MOST_LUNS);
    assertThat(luns.all().stream().filter(lun -> lun.host().equals("b"))).hasSize(999);
    assertThat(luns.all().stream().filter(lun -> lun.host().equals("c"))).hasSize(1);
  }

  private void report(String host, int count) {
    for (int i = 0; i < count; i++) {
      luns.reported(Said.lun(host, host + i, 1_000), crowd, Instant.EPOCH, Said.NOW);
    }
  }
}
