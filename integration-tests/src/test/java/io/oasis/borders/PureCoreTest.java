package io.oasis.borders;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Serializable;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;

/** The cores are pure: what they decide depends on state, input and the time they are given. */
@AnalyzeClasses(packages = "io.oasis", importOptions = DoNotIncludeTests.class)
class PureCoreTest {

  private static final String[] CORES = {
    "io.oasis.protocol..",
    "io.oasis.manager.core..",
    "io.oasis.manager.planners..",
    "..agent.analyse..",
    "..agent.latency..",
    "..adapter.plan..",
    "..brick.mrc..",
    "io.oasis.brick.discipline.."
  };

  @ArchTest
  static final ArchRule NO_FILES_SOCKETS_LOGS_OR_FRAMEWORKS =
      noClasses()
          .that()
          .resideInAnyPackage(CORES)
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
                      "io.micrometer..")
                  // Every enum, exception and lambda that is Serializable.
                  .and(not(type(Serializable.class))))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NO_THREADS =
      noClasses()
          .that()
          .resideInAnyPackage(CORES)
          .should()
          .dependOnClassesThat(
              assignableTo(Thread.class)
                  .or(assignableTo(Executor.class))
                  .or(resideInAnyPackage("java.util.concurrent.locks..")))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NO_CLOCK =
      noClasses()
          .that()
          .resideInAnyPackage(CORES)
          .should()
          .dependOnClassesThat(assignableTo(Clock.class))
          .orShould()
          .callMethodWhere(
              target(owner(type(System.class)))
                  .and(target(nameMatching("currentTimeMillis|nanoTime"))))
          .orShould()
          .callMethodWhere(
              target(owner(resideInAnyPackage("java.time.."))).and(target(name("now"))))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NO_CHANCE_OF_ITS_OWN =
      noClasses()
          .that()
          .resideInAnyPackage(CORES)
          .should()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .dependOnClassesThat(assignableTo(ThreadLocalRandom.class))
          .orShould()
          .dependOnClassesThat(assignableTo(SecureRandom.class))
          .allowEmptyShould(true);
}
