package io.oasis.brick.client;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.nio.file.Path;

/**
 * What agents and adapters call the parts of a brick: a volume is a LUN, what one discipline
 * schedules is a domain, and an application is what the configuration says.
 *
 * @param host where the brick runs
 * @param control its control socket, which tells it from other bricks of the host
 */
public record BrickNames(HostId host, Path control) {
  public ApplicationId application(String name) {
    return new ApplicationId(host.value() + ':' + name);
  }

  public LunId lun(String volume) {
    return new LunId("brick:" + host.value() + ':' + control + '/' + volume);
  }

  public DomainId domain(String device) {
    return new DomainId("brick:" + host.value() + ':' + control + '/' + device);
  }

  public QueueId queue(BrickReading.Export export) {
    return new QueueId(application(export.application()), lun(export.volume()));
  }
}
