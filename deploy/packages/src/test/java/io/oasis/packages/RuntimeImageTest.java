package io.oasis.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.JvmOptions;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shows that the packages' Java has all modules that a service is limited to. */
class RuntimeImageTest {
  private static final String LIMIT = "--limit-modules=";

  @Test
  void noServiceAsksForAModuleThatIsNotThere() {
    Configuration image =
        Configuration.empty()
            .resolve(
                ModuleFinder.ofSystem(),
                ModuleFinder.of(),
                Set.of(RuntimeImage.MODULES.split(",")));
    List<String> there = image.modules().stream().map(ResolvedModule::name).toList();
    List<String> asked =
        Stream.of("agent", "adapter", "manager", "brick")
            .flatMap(kind -> JvmOptions.of(kind).options().stream())
            .filter(option -> option.startsWith(LIMIT))
            .flatMap(option -> Stream.of(option.substring(LIMIT.length()).split(",")))
            .toList();
    assertThat(asked).contains("java.base");
    assertThat(there).containsAll(asked);
  }
}
