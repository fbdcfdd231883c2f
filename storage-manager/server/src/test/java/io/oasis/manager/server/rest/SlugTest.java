package io.oasis.manager.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that any id can stand in a path and comes back as it was. */
class SlugTest {
  @Test
  void looksAsDocumented() {
    assertThat(Slug.of("disk:/dev/x")).isEqualTo("disk~3A~2Fdev~2Fx");
    assertThat(Slug.of("..")).isEqualTo("~2E.");
    assertThat(Slug.parse("domain", "disk:serial:1")).isEqualTo("disk:serial:1");
  }

  @Test
  void everyIdComesBack() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder id = new StringBuilder();
      for (int length = random.nextInt(1, 20); length > 0; length--) {
        int c = random.nextInt(3) == 0 ? random.nextInt(0x20, 0xd800) : random.nextInt(0x20, 0x7f);
        id.appendCodePoint(c);
      }
      String slug = Slug.of(id.toString());
      assertThat(slug).matches("[A-Za-z0-9._~-]+");
      assertThat(Slug.parse("domain", slug)).isEqualTo(id.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"~", "a~4", "~zz", "~C3"})
  void whatIsNoSlugIsRefused(String slug) {
    assertThatThrownBy(() -> Slug.parse("domain", slug)).hasMessageStartingWith("domain = ");
  }
}
