package io.oasis.agent;

import io.oasis.agent.sample.BrickSampler;
import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the counters of a brick, whose applications are remote clients as far as this host knows.
 */
final class BrickReader implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(BrickReader.class);

  private final BrickNames names;
  private final BrickClient client;
  private final BrickSampler sampler;
  private @Nullable BrickReading last;
  private boolean readable = true;

  BrickReader(HostId host, Path control) {
    names = new BrickNames(host, control);
    client = new BrickClient(control);
    sampler = new BrickSampler(names);
    LOG.info("block I/O of applications is counted by the brick at {}", control);
  }

  @Override
  public List<Message> interval(HostAgent agent, long nanos, Instant at) {
    try {
      BrickReading now = BrickReading.of(client);
      last = now;
      readable = true;
      return agent.interval(Optional.of(sampler.sample(now)), nanos, at);
    } catch (IOException e) {
      if (readable) {
        LOG.warn("{}", e.getMessage());
      }
      readable = false;
      return agent.interval(Optional.empty(), nanos, at);
    }
  }

  @Override
  public HostInventory inventory(HostAgent agent, Instant at) {
    Map<LunId, HostInventory.Lun> luns = new TreeMap<>();
    TreeSet<ApplicationId> applications = new TreeSet<>();
    for (BrickReading.Export export : exports()) {
      applications.add(names.application(export.application()));
      LunId lun = names.lun(export.volume());
      luns.put(
          lun,
          new HostInventory.Lun(
              lun,
              export.volume(),
              "brick",
              names.domain(export.device()),
              "one discipline schedules the brick's device " + export.device(),
              export.sizeBytes()));
    }
    return new HostInventory(
        names.host(), at, new ArrayList<>(luns.values()), List.copyOf(applications));
  }

  private List<BrickReading.Export> exports() {
    BrickReading present = last;
    return present == null ? List.of() : present.exports();
  }

  @Override
  public int census() {
    BrickReading present = last;
    return present == null ? 0 : Long.hashCode(present.incarnation());
  }

  @Override
  public void close() {
    client.close();
  }
}
