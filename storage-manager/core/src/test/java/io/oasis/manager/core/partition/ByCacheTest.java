package io.oasis.manager.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows that made-up caches cost no memory and real ones nothing. */
class ByCacheTest {
  @Test
  void madeUpNamesPushOutEachOtherAndNotWhatIsReportedAllTheTime() {
    ByCache<Object> caches = new ByCache<>();
    Object real = caches.reported("real", Object::new);
    for (int i = 0; i < 10 * ByCache.MOST; i++) {
      caches.reported("made-up-" + i, Object::new);
      assertThat(caches.reported("real", Object::new)).isSameAs(real);
    }
    assertThat(caches.all()).hasSize(ByCache.MOST);
  }

  @Test
  void theyAreInTheOrderOfNamesWhoeverReportedLast() {
    ByCache<Object> caches = new ByCache<>();
    caches.reported("b", Object::new);
    caches.reported("a", Object::new);
    caches.reported("b", Object::new);
    assertThat(caches.all().keySet()).containsExactly("a", "b");
  }
}
