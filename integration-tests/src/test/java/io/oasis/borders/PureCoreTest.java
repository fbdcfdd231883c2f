package io.oasis.borders;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cores are pure: what they decide depends on state, input and the time they are given. */
class PureCoreTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("io.oasis");

  static List<Core> cores() {
    return Core.ALL;
  }

  /** No class of this core; without any such class the rule itself fails. */
  private static GivenClassesConjunction none(Core core) {
    return noClasses().that().resideInAnyPackage(core.packages().toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("cores")
  void noFilesSocketsLogsOrFrameworks(Core core) {
    none(core)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.io..",
                    "java.net..",
                    "java.nio.file..",
                    "java.nio.channels..",
                    "java.util.logging..",
                    "org.slf4j..",
                    "ch.qos.logback..",
                    "org.springframework..",
                    "org.apache.kafka..",
                    "io.micrometer..",
                    "io.prometheus..",
                    "io.opentelemetry..")
                // Every enum, exception and lambda that is Serializable.
                .and(not(type(Serializable.class))))
        .check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("cores")
  void noThreads(Core core) {
    none(core)
        .should()
        .dependOnClassesThat(
            assignableTo(Thread.class)
                .or(assignableTo(Executor.class))
                .or(resideInAnyPackage("java.util.concurrent.locks..")))
        .check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("cores")
  void noClock(Core core) {
    none(core)
        .should()
        .dependOnClassesThat(assignableTo(Clock.class))
        .orShould()
        .callMethodWhere(
            target(owner(type(System.class)))
                .and(target(nameMatching("currentTimeMillis|nanoTime"))))
        .orShould()
        .callMethodWhere(target(owner(resideInAnyPackage("java.time.."))).and(target(name("now"))))
        .check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("cores")
  void noChanceOfItsOwn(Core core) {
    none(core)
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat(assignableTo(ThreadLocalRandom.class))
        .orShould()
        .dependOnClassesThat(assignableTo(SecureRandom.class))
        .check(CLASSES);
  }

  /** A stage changes what another has by asking it to. */
  @ParameterizedTest
  @MethodSource("cores")
  void noPackageWritesAFieldOfAnother(Core core) {
    fields()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(core.packages().toArray(String[]::new))
        .should()
        .bePrivate()
        .orShould()
        .bePackagePrivate()
        .orShould()
        .beFinal()
        .check(CLASSES);
  }

  /** A package that has been moved or emptied would otherwise be held to nothing. */
  @ParameterizedTest
  @MethodSource("cores")
  void everyPackageOfACoreHasClasses(Core core) {
    assertThat(core.packages())
        .allSatisfy(
            name ->
                assertThat(CLASSES.stream().filter(each -> each.getPackageName().equals(name)))
                    .as(name)
                    .anyMatch(each -> !each.getSimpleName().equals("package-info")));
  }

  @ParameterizedTest
  @MethodSource("cores")
  void noPackageOfACoresModuleIsLeftOut(Core core) throws IOException {
    Path sources = Checkout.ROOT.resolve(core.module()).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      List<String> packages =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
              .distinct()
              .sorted()
              .toList();
      assertThat(Stream.of(core.packages(), core.others()).flatMap(List::stream))
          .containsExactlyInAnyOrderElementsOf(packages);
    }
  }

  /** With {@code -Pdeep} all of it is broken line by line. */
  @ParameterizedTest
  @MethodSource("cores")
  void everyPackageOfACoreHasMutants(Core core) throws IOException {
    Path pom = Checkout.ROOT.resolve(core.module()).resolve("pom.xml");
    String mutants =
        Files.readAllLines(pom).stream()
            .filter(line -> line.contains("<oasis.mutants>"))
            .findFirst()
            .orElse("")
            .replaceAll("<[^>]*>", "")
            .strip();
    assertThat(core.packages())
        .allMatch(
            name ->
                Stream.of(mutants.split(","))
                    .map(glob -> glob.replaceFirst("\\*$", ""))
                    .anyMatch((name + ".")::startsWith),
            "is among " + mutants);
  }
}
