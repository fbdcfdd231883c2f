package io.oasis.packages;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.process.JvmOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/**
 * A service as an image for containers, made by Jib without Docker, without a registry and without
 * a base image: the lowest layer is of this machine ({@link RootFiles}), above it are the
 * libraries, above them what Oasis is, which changes most.
 *
 * @param name as in {@code oasis NAME}
 * @param modules of the JDK in its Java
 * @param programs that it or a chart starts
 * @param user by number
 * @param ports where it listens
 */
record ServiceImage(
    String name, String modules, List<String> programs, String user, List<Integer> ports) {
  private static final String JARS = "/usr/lib/oasis/";
  private static final String OURS = "oasis-";
  private static final String LABEL = "org.opencontainers.image.";

  /** Directories that a service writes in, wherever nothing is mounted there. */
  private static final List<String> WRITTEN = List.of("/tmp", "/var/lib/oasis", "/run/oasis");

  private static final FilePermissions FOR_ALL = FilePermissions.fromOctalString("777");
  private static final FilePermissions FOR_ROOT = FilePermissions.fromOctalString("755");
  private static final String ROOT = "0";

  /** What says whether the service of this image answers: with its port, and what to ask for. */
  static final String PROBE = "/bin/healthy";

  /** What it is written for. */
  private static final List<String> PROBES = List.of("bash");

  private static final int METRICS_PORT = 8530;
  private static final int NBD_PORT = 10_809;
  private static final int KAFKA_PORT = 9_092;

  /** What restores for an adapter that was killed with all its container, in one of its own. */
  static final String STAND_BY = "/bin/stand-by";

  private static final String ADAPTER = "adapter";

  /** Kafka alone, which is started as in Kafka's own images. */
  private static final String BROKER = "broker";

  private static final String BROKER_DIRECTORY = "/etc/kafka/docker/";

  /**
   * An image that was made.
   *
   * @param bytes of all files in it
   */
  record Made(Path file, long bytes) {}

  /** The modules that an agent limits itself to do for adapter and brick, too. */
  static ServiceImage of(String name) {
    String few = limited();
    return switch (name) {
      case "agent" -> new ServiceImage(name, few, PROBES, RootFiles.USER, List.of(METRICS_PORT));
      case ADAPTER ->
          new ServiceImage(
              name,
              few,
              List.of(
                  "bash", "setsid", "flock", "stat", "sleep", "tr", "rm",
                  "chmod"), // the guardian's
              ROOT,
              List.of(METRICS_PORT));
      case "manager" ->
          new ServiceImage(
              name,
              RuntimeImage.MODULES,
              List.of("bash", "sh", "mkdir", "cp", "chmod"), // for who copies keys before it starts
              RootFiles.USER,
              List.of(Deployment.HTTP_PORT));
      case "brick" ->
          new ServiceImage(name, few, PROBES, RootFiles.USER, List.of(NBD_PORT, METRICS_PORT));
      case BROKER ->
          new ServiceImage(
              name,
              RuntimeImage.MODULES,
              List.of("bash", "sh", "sleep"), // sh, sleep: for who has it wait for its addresses
              RootFiles.USER,
              List.of(KAFKA_PORT));
      default ->
          throw new UnfitException(
              "--images = " + name + ": must be of agent, adapter, manager, brick, broker");
    };
  }

  private static String limited() {
    String option = "--limit-modules=";
    return JvmOptions.of("agent").options().stream()
        .filter(word -> word.startsWith(option))
        .map(word -> word.substring(option.length()))
        .findFirst()
        .orElse(RuntimeImage.MODULES);
  }

  /**
   * @param lib the service's jars, as the build left them
   */
  Made make(Path lib, Path work, Edition edition, Path out, Tools tools) {
    Path runtime = work.resolve("java-" + name);
    RuntimeImage.make(runtime, modules, tools);
    Tree tree = new Tree(work.resolve("root-" + name));
    new RootFiles(tree, tools).make(runtime, programs);
    if (name.equals(BROKER)) {
      brokerFiles(tree);
    } else if (programs.contains("bash")) {
      tree.program(PROBE.substring(1), Parts.read("healthy"));
    }
    if (name.equals(ADAPTER)) {
      String restore = String.join(" ", program(JvmOptions.of("restore")));
      tree.program(STAND_BY.substring(1), Parts.read("stand-by").replace("@JAVA@", restore));
    }
    List<FileEntriesLayer> layers =
        List.of(
            rootLayer(tree, edition.time()),
            jars("libraries", lib, file -> !isOurs(file), edition.time()),
            jars("oasis", lib, ServiceImage::isOurs, edition.time()));
    Path file = out.resolve("oasis-" + name + ".tar");
    containerize(builder(layers, edition), edition, work, file);
    return new Made(file, bytes(layers));
  }

  private void brokerFiles(Tree tree) {
    String directory = BROKER_DIRECTORY.substring(1);
    String script =
        Parts.read("broker-run")
            .replace("@JAVA@", String.join(" ", java(JvmOptions.of(name).options())))
            .replace("@CLASSES@", BROKER_DIRECTORY + ":" + JARS + name + "/lib/*");
    tree.program(directory + "run", script);
    tree.text(directory + "logback.xml", Parts.read("broker-logback.xml"));
  }

  /** The command line of one of this service's programs. */
  private List<String> program(JvmOptions jvm) {
    List<String> words = java(jvm.options());
    words.addAll(List.of("-cp", JARS + name + "/lib/*"));
    words.addAll(jvm.main());
    return words;
  }

  private static List<String> java(List<String> options) {
    List<String> words = new ArrayList<>(List.of("/" + RootFiles.RUNTIME + "/bin/java"));
    words.addAll(options);
    return words;
  }

  private static boolean isOurs(Path jar) {
    return jar.getFileName().toString().startsWith(OURS);
  }

  private FileEntriesLayer rootLayer(Tree tree, Instant time) {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("root");
    for (Path file : tree.files()) {
      layer.addEntry(file, at("/" + tree.root().relativize(file)), rights(file), time);
    }
    for (String directory : WRITTEN) {
      layer.addEntry(tree.root(), at(directory), user.equals(ROOT) ? FOR_ROOT : FOR_ALL, time);
    }
    return layer.build();
  }

  private FileEntriesLayer jars(String layer, Path lib, Predicate<Path> wanted, Instant time) {
    FileEntriesLayer.Builder builder = FileEntriesLayer.builder().setName(layer);
    for (Path jar : new Tree(lib).files()) {
      if (wanted.test(jar)) {
        builder.addEntry(
            jar,
            at(JARS + name + "/lib/" + jar.getFileName()),
            FilePermissions.DEFAULT_FILE_PERMISSIONS,
            time);
      }
    }
    return builder.build();
  }

  private static AbsoluteUnixPath at(String path) {
    return AbsoluteUnixPath.get(path);
  }

  private static FilePermissions rights(Path file) {
    return FilePermissions.fromOctalString(Files.isExecutable(file) ? "755" : "644");
  }

  private JibContainerBuilder builder(List<FileEntriesLayer> layers, Edition edition) {
    List<String> entrypoint = program(JvmOptions.of(name));
    boolean isBroker = name.equals(BROKER);
    return Jib.fromScratch()
        .setFormat(ImageFormat.Docker) // what every engine loads from a file
        .setPlatforms(Set.of(new Platform(edition.architecture(), "linux")))
        .setCreationTime(edition.time())
        .setFileEntriesLayers(layers)
        .setEntrypoint(isBroker ? List.of() : entrypoint)
        .setProgramArguments(isBroker ? List.of(BROKER_DIRECTORY + "run") : List.of())
        .setUser(user)
        .setEnvironment(new TreeMap<>(Map.of("PATH", "/bin", "LANG", "C.UTF-8"))) // in one order
        .setExposedPorts(Set.copyOf(ports.stream().map(Port::tcp).toList()))
        .setLabels(
            new TreeMap<>(
                Map.of(
                    LABEL + "title",
                    "oasis-" + name,
                    LABEL + "version",
                    edition.version(),
                    LABEL + "licenses",
                    "Apache-2.0")));
  }

  private void containerize(JibContainerBuilder builder, Edition edition, Path work, Path file) {
    try {
      builder.containerize(
          Containerizer.to(TarImage.at(file).named("oasis-" + name + ":" + edition.tag()))
              .withAdditionalTag(edition.release())
              .setOfflineMode(true)
              .setToolName("oasis")
              .setBaseImageLayersCache(work.resolve("jib"))
              .setApplicationLayersCache(work.resolve("jib")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnfitException("interrupted");
    } catch (InvalidImageReferenceException
        | CacheDirectoryCreationException
        | ExecutionException
        | RegistryException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long bytes(List<FileEntriesLayer> layers) {
    return layers.stream()
        .flatMap(layer -> layer.getEntries().stream())
        .map(entry -> entry.getSourceFile().toFile())
        .filter(java.io.File::isFile)
        .mapToLong(java.io.File::length)
        .sum();
  }
}
