package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.qmp.BlockGraph;
import io.oasis.protocol.Finding;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Holes under an NBD export, and throttle nodes above one another. */
public final class QemuFaults implements Faults {
  private static final String NODE = "node/";

  /** An image with less than this allocated has holes worth a word. */
  private static final double FILLED = 0.95;

  private final Path monitor;
  private Map<Place, Throttle> limits = new HashMap<>();
  private Map<String, BlockGraph.Node> graph = Map.of();

  public QemuFaults(Path monitor) {
    this.monitor = monitor;
  }

  @Override
  public void look(Map<Place, Throttle> now) throws TargetException {
    limits = new HashMap<>(now);
    graph = BlockGraph.of(monitor);
  }

  @Override
  public Optional<Fault> of(Place place, Part part, long value) {
    if (!place.object().startsWith(NODE)) {
      return Optional.empty();
    }
    String name = place.object().substring(NODE.length());
    return below(name).or(() -> holes(name, part));
  }

  private Optional<Fault> below(String name) {
    for (String lower : BlockGraph.below(graph, name)) {
      boolean limited =
          limits.entrySet().stream()
              .anyMatch(
                  entry ->
                      entry.getKey().object().equals(NODE + lower) && !entry.getValue().isNone());
      if (limited) {
        return Optional.of(
            new Fault(
                Finding.Verdict.CONFLICT,
                "two layers limit one LUN: node "
                    + lower
                    + " below it has limits too, and the"
                    + " tighter one holds",
                "keep the limits of one of them"));
      }
    }
    return Optional.empty();
  }

  private Optional<Fault> holes(String name, Part part) {
    BlockGraph.Node node = graph.get(name);
    boolean reads = part != Part.WRITE_IOPS && part != Part.WRITE_BYTES;
    if (node == null || !node.exports().contains("nbd") || !reads) {
      return Optional.empty();
    }
    for (String lower : BlockGraph.below(graph, name)) {
      BlockGraph.Node image = graph.get(lower);
      if (image != null && image.isImage() && image.allocatedBytes() < FILLED * image.sizeBytes()) {
        return Optional.of(
            new Fault(
                Finding.Verdict.INERT,
                "%d of %d bytes of the image %s are holes, and reads of holes pass by the throttle"
                        .formatted(
                            image.sizeBytes() - image.allocatedBytes(), image.sizeBytes(), lower)
                    + " under an NBD export",
                "fill the image, for example with qemu-img convert -S 0"));
      }
    }
    return Optional.empty();
  }
}
