package io.oasis.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/**
 * The chart for Kubernetes, rendered by Helm's own library: each object a file of a directory,
 * named {@code KIND-NAME}. Whose part of it is asked for is said by the service's name.
 */
final class Chart {
  private static final String VALIDATE = "kubernetes-validate";

  /**
   * What a command said and ended with.
   *
   * @param said on both outputs
   */
  record Ended(int code, String said) {}

  private final Path directory;
  private final Path validate;

  private Chart(Path directory, Path validate) {
    this.directory = directory;
    this.validate = validate;
  }

  /** Skips the test where Helm's library or Kubernetes' schemas are missing. */
  static Chart into(Path directory) throws Exception {
    Path validate =
        Stream.of(System.getenv("PATH").split(":"))
            .map(place -> Path.of(place, VALIDATE))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of(VALIDATE));
    String python = validate.resolveSibling("python3").toString();
    if (!validate.isAbsolute()
        || new ProcessBuilder(python, "-c", "import helm_python").start().waitFor() != 0) {
      Needs.require(
          List.of(
              VALIDATE + " or helm_python is missing: pip install helm-python-sdk " + VALIDATE));
    }
    return new Chart(directory, validate);
  }

  /**
   * @param values in JSON
   */
  List<Path> render(String values) throws Exception {
    Packed.say(directory, command(values));
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  /** Tries to render what may be refused. */
  Ended tries(String values) throws Exception {
    Process process = new ProcessBuilder(command(values)).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  /** What the schemas of a release of Kubernetes say of these objects. */
  String validate(String kubernetes, List<Path> files) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(validate.toString(), "--strict", "-k", kubernetes));
    files.forEach(file -> command.add(file.toString()));
    return Packed.say(directory, command);
  }

  private List<String> command(String values) {
    return List.of(
        validate.resolveSibling("python3").toString(),
        Packed.ROOT.resolve("integration-tests/src/test/resources/chart.py").toString(),
        Packed.ROOT.resolve("deploy/helm/oasis").toString(),
        directory.toString(),
        values);
  }

  Map<String, Object> read(String name) throws IOException {
    return new Yaml().load(text(name));
  }

  String text(String name) throws IOException {
    return Files.readString(directory.resolve(name + ".yaml"));
  }

  Map<?, ?> pod(String service) throws IOException {
    String kind = service.equals("manager") ? "Deployment" : "DaemonSet";
    Map<?, ?> spec = (Map<?, ?>) read(kind + "-trial-" + service).get("spec");
    return (Map<?, ?>) ((Map<?, ?>) spec.get("template")).get("spec");
  }

  Map<?, ?> container(String service) throws IOException {
    return (Map<?, ?>) ((List<?>) pod(service).get("containers")).getFirst();
  }

  /** Of the adapter's pod: what lets go when the adapter's container is killed. */
  Map<?, ?> standBy() throws IOException {
    return (Map<?, ?>) ((List<?>) pod("adapter").get("containers")).getLast();
  }

  List<String> hostPaths(String service) throws IOException {
    return ((List<?>) pod(service).get("volumes"))
        .stream()
            .map(volume -> ((Map<?, ?>) volume).get("hostPath"))
            .filter(Map.class::isInstance)
            .map(path -> ((Map<?, ?>) path).get("path").toString())
            .toList();
  }

  String egress(String service) throws IOException {
    Map<?, ?> spec = (Map<?, ?>) read("NetworkPolicy-trial-" + service).get("spec");
    return String.valueOf(spec.get("egress"));
  }
}
