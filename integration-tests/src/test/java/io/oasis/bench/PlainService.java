package io.oasis.bench;

import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Command;
import io.oasis.proving.scale.ProcessCost;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What Spring Boot alone takes: a page of one word, health and metrics, with Java as it comes. */
@SpringBootConfiguration
@EnableAutoConfiguration
@RestController
public class PlainService {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Pattern PARTS =
      Pattern.compile(
          "spring|tomcat|jackson|micrometer|prometheus|logback|logging|slf4j|jakarta|jspecify|snakeyaml");

  private static final Pattern NOT = Pattern.compile("security|springdoc|oauth");

  @GetMapping("/")
  String page() {
    return "hello";
  }

  public static void main(String[] arguments) {
    SpringApplication.run(PlainService.class, arguments);
  }

  /**
   * How it went.
   *
   * @param seconds until its page came
   * @param residentMib once it had
   */
  public record Start(double seconds, double residentMib) {}

  /** Starts it, and ends it again. */
  public static Start measure() throws IOException {
    int port = Ports.free();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            parts(),
            PlainService.class.getName(),
            "--server.port=" + port,
            "--server.address=127.0.0.1",
            "--management.endpoints.web.exposure.include=health,prometheus");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!Wait.until(PATIENCE, () -> answers(port))) {
        throw new AssertionError("a plain service does not answer");
      }
      double firstByte = (System.nanoTime() - start) / 1e9;
      return new Start(firstByte, ProcessCost.of(process.pid()).residentMib());
    } finally {
      Command.end(process, PATIENCE);
    }
  }

  /** Of what the manager is made of what Spring Boot's starter would bring. */
  private static String parts() throws IOException {
    String all = System.getProperty("oasis.class.path");
    Path jars = Path.of(all.substring(all.lastIndexOf(':') + 1)).getParent();
    String own = PlainService.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (Stream<Path> files = Files.list(jars)) {
      return Stream.concat(Stream.of(own), files.map(Path::toString).filter(PlainService::isPart))
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static boolean isPart(String jar) {
    return PARTS.matcher(jar).find() && !NOT.matcher(jar).find();
  }

  private static boolean answers(int port) {
    try (var answer = URI.create("http://127.0.0.1:" + port + "/").toURL().openStream()) {
      return answer.read() >= 0;
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
