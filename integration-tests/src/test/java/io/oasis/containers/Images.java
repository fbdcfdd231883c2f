package io.oasis.containers;

import com.github.dockerjava.api.DockerClient;
import io.oasis.it.Packed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.DockerClientFactory;

/** Images of this build, made as {@code ./oasis package --images} does and given to the engine. */
final class Images implements AutoCloseable {
  /** How the version of all ends that tests make: they are made as if at one time. */
  private static final String BUILT = "git20231114221320";

  private final DockerClient engine = DockerClientFactory.lazyClient();
  private final List<String> services;

  private Images(List<String> services) {
    this.services = List.copyOf(services);
  }

  static Images of(String... services) throws IOException, InterruptedException {
    Path directory = Packed.images();
    Images images = new Images(List.of(services));
    for (String service : services) {
      Path file = directory.resolve("oasis-" + service + ".tar");
      try (InputStream tar = Files.newInputStream(file)) {
        images.engine.loadImageCmd(tar).exec();
      }
    }
    return images;
  }

  /** As the engine calls it: some put a registry's name before what comes without one. */
  String name(String service) {
    return tags(service).stream().filter(tag -> tag.endsWith(BUILT)).findFirst().orElseThrow();
  }

  /** All names of the image that was made here, and of no other. */
  private List<String> tags(String service) {
    return engine.listImagesCmd().exec().stream()
        .filter(image -> image.getRepoTags() != null)
        .map(image -> List.of(image.getRepoTags()))
        .filter(tags -> tags.stream().anyMatch(tag -> isOurs(tag, service)))
        .findFirst()
        .orElse(List.of());
  }

  private static boolean isOurs(String tag, String service) {
    return tag.endsWith("oasis-" + service + ":" + tag.substring(tag.lastIndexOf(':') + 1))
        && tag.endsWith(BUILT);
  }

  @Override
  public void close() {
    for (String service : services) {
      tags(service).forEach(tag -> engine.removeImageCmd(tag).withForce(true).exec());
    }
  }
}
