package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Place;
import io.oasis.configuration.UsageException;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Check;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which queue the limit of a place bounds: what agents call it, as a file says, or else a name made
 * of host, process and place.
 *
 * <p>A line of the file has the place's name ({@code node/NAME}, {@code drive/QDEV}, {@code
 * bdev/NAME}), application, LUN and domain as agents report them, and, where the scheduler does not
 * count what passes, the block device that does. Words are parted by spaces, {@code #} begins a
 * comment.
 */
final class QueueNames {
  /**
   * @param counter a block device of this host
   */
  record Name(QueueId queue, DomainId domain, Optional<String> counter) {}

  private final HostId host;
  private final TargetSpec target;
  private final Map<String, Name> given = new HashMap<>();

  private QueueNames(HostId host, TargetSpec target) {
    this.host = host;
    this.target = target;
  }

  static QueueNames of(HostId host, TargetSpec target, Optional<Path> file) {
    QueueNames names = new QueueNames(host, target);
    file.ifPresent(names::read);
    return names;
  }

  private void read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException("queues", file.toString(), "cannot be read: " + e.getMessage());
    }
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      if (words[0].isEmpty() || words[0].startsWith("#")) {
        continue;
      }
      if (words.length < 4 || words.length > 5) {
        throw new UsageException(
            "queues", line, "a line is PLACE APPLICATION LUN DOMAIN [BLOCK-DEVICE]");
      }
      try {
        given.put(
            words[0],
            new Name(
                new QueueId(new ApplicationId(words[1]), new LunId(words[2])),
                new DomainId(words[3]),
                words.length == 5 ? Optional.of(words[4]) : Optional.empty()));
      } catch (IllegalArgumentException e) {
        throw new UsageException("queues", line, String.valueOf(e.getMessage()));
      }
    }
  }

  Name of(Place place) {
    Name name = given.get(place.object());
    if (name != null) {
      return name;
    }
    String object = Check.idText(place.object());
    String process = target.kind() + ":" + host.value() + ":" + target.address();
    return new Name(
        new QueueId(
            new ApplicationId(host.value() + ":" + object), new LunId(process + "/" + object)),
        new DomainId(process),
        Optional.empty());
  }
}
