package io.oasis.manager.server.rest;

import io.oasis.manager.core.space.SpaceAsker;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.manager.server.view.Spaces;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.SpaceRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How full the file systems of a domain are, and what those are answered that ask for space. */
@RestController
@RequestMapping(path = DomainsController.PATH, produces = "application/json")
@Tag(name = "domains")
public class SpaceController {
  private final DomainRegistry registry;
  private final Spaces spaces;

  public SpaceController(DomainRegistry registry, Spaces spaces) {
    this.registry = registry;
    this.spaces = spaces;
  }

  /**
   * Space of a domain.
   *
   * @param givableBytes what the operator says may be given; absent: nobody said
   */
  public record Space(String domain, Optional<Long> givableBytes, List<Place> fileSystems) {}

  /**
   * A file system.
   *
   * @param words what it has, asks and gets, in sentences
   */
  public record Place(
      String host,
      String lun,
      String fileSystem,
      String type,
      Optional<SpaceRequest.Fill> fill,
      long askedBytes,
      long grantedBytes,
      List<String> words) {}

  @GetMapping("/{domain}/space")
  @Operation(
      summary = "File systems of a domain, how full they are, what they ask and may have",
      description = "Answers only: nothing is resized.")
  public Space space(@Slugged @PathVariable String domain) {
    DomainId id = DomainsController.find(registry, domain).domain();
    List<SpaceGrant> answers = spaces.answers(id);
    OptionalLong free = spaces.free(id);
    return new Space(
        id.value(),
        free.isPresent() ? Optional.of(free.getAsLong()) : Optional.empty(),
        spaces.of(id).stream().map(asker -> placeOf(asker, answerTo(asker, answers))).toList());
  }

  private static Optional<SpaceGrant> answerTo(SpaceAsker asker, List<SpaceGrant> answers) {
    return answers.stream()
        .filter(answer -> answer.host().equals(asker.host()))
        .filter(answer -> answer.lun().equals(asker.lun()))
        .filter(answer -> answer.fileSystem().equals(asker.request().fileSystem()))
        .findFirst();
  }

  private static Place placeOf(SpaceAsker asker, Optional<SpaceGrant> answer) {
    SpaceRequest request = asker.request();
    List<String> words = new ArrayList<>();
    words.add(
        "%s on %s (%s): %s."
            .formatted(
                request.fileSystem(), asker.host().value(), request.type(), request.reason()));
    answer.ifPresent(
        it ->
            words.add(
                "It asks for %d MiB and may have %d MiB: %s."
                    .formatted(it.askedBytes() >> 20, it.grantedBytes() >> 20, it.reason())));
    return new Place(
        asker.host().value(),
        asker.lun().value(),
        request.fileSystem(),
        request.type(),
        request.fill(),
        request.askedBytes(),
        answer.map(SpaceGrant::grantedBytes).orElse(0L),
        words);
  }
}
