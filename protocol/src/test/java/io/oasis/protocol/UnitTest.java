package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows which unit an application's name is of. */
class UnitTest {
  @ParameterizedTest
  @CsvSource({
    "h:pg.service, h:pg.service",
    "h:/system.slice/pg.service, h:pg.service",
    "h:/system.slice/pg.service/a/b, h:pg.service",
    "h:/system.slice/pg.service/a.service, h:pg.service",
    "h:/system.slice/docker-1.scope/x, h:docker-1.scope",
    "h:/user.slice/user-1.slice/user@1.service/app.slice/x.scope,"
        + " h:/user.slice/user-1.slice/user@1.service",
    "h:/kubepods.slice/pod1.slice/cri-1.scope, h:/kubepods.slice/pod1.slice/cri-1.scope",
    "h:/oasis/deep, ''",
    "h:deep, ''",
    "h:unattributed, ''",
    "nothing, ''",
  })
  void isTheFirstServiceOrScopeOfThePath(String application, String unit) {
    assertThat(Unit.of(new ApplicationId(application)).orElse("")).isEqualTo(unit);
  }
}
