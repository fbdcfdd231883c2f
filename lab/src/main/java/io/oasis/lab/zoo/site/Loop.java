package io.oasis.lab.zoo.site;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.loop.Network;
import io.oasis.lab.loop.World;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.Scenario.NetworkSpec;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The production loop with one of its policies: agents and adapters on every host, a manager for
 * every device, and the scenario's network and calendars between them.
 */
public record Loop(String policy, double intervalSeconds, LabHost.Counting counting)
    implements Control {
  /** Least time on the way, of any message. */
  private static final double LEAST_MILLIS = 6;

  @Override
  public void begin(Site site) {
    World world = site.world();
    world.manage(
        policy,
        intervalSeconds,
        List.of(),
        site.scenario().devices().stream()
            .map(DeviceSpec::name)
            .map(Site::domain)
            .distinct()
            .toList());
    weather(world.network(), site.scenario().network());
    site.scenario()
        .clockSkewSeconds()
        .forEach((host, seconds) -> world.stepClock(site.host(host), seconds));
    List<GuardRail> weights = weights(site);
    if (!weights.isEmpty()) {
      world.rails(Mode.ENFORCE, policy, weights);
    }
  }

  private static void weather(Network network, NetworkSpec given) {
    if (given.equals(NetworkSpec.FAIR)) {
      return;
    }
    double jitter = given.delayedMillis() > 0 ? given.delayedMillis() : 4;
    for (Network.Way way : Network.Way.values()) {
      network.weather(
          way, new Network.Weather(given.lost(), given.duplicated(), LEAST_MILLIS, jitter));
    }
  }

  private static List<GuardRail> weights(Site site) {
    List<GuardRail> rails = new ArrayList<>();
    List<ApplicationSpec> applications = site.scenario().applications();
    for (int i = 0; i < applications.size(); i++) {
      if (applications.get(i).weight() != 1) {
        rails.add(
            new GuardRail(
                Scope.QUEUE,
                site.places().get(i).queue().toString(),
                Optional.of(applications.get(i).weight()),
                Optional.empty(),
                Optional.empty(),
                false));
      }
    }
    return rails;
  }
}
