package io.oasis.proving.fairness;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Deployment.Surroundings;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Oasis on a testbed: broker, manager, adapter and agent as a user would start them. */
final class ManagedSite implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);
  private static final String REASON = "oasis bench fairness";

  private final Services services;
  private final Testbed bed;

  private ManagedSite(Services services, Testbed bed) {
    this.services = services;
    this.bed = bed;
  }

  static ManagedSite start(
      Janitor janitor, Testbed bed, List<LabCgroup> cgroups, Contender.Oasis oasis) {
    Path directory = janitor.directory().resolve(oasis.label());
    Path queues = janitor.directory().resolve(oasis.label() + ".queues");
    Map<String, String> told = bed.adapterEnvironment(cgroups, queues);
    Deployment deployment = Deployment.forTrial().interval(oasis.intervalMillis());
    if (!told.isEmpty()) {
      deployment = deployment.in(Map.of("adapter", new Surroundings(Optional.empty(), told)));
    }
    return new ManagedSite(Services.start(directory, deployment, janitor::service), bed);
  }

  /**
   * Has all LUNs of the testbed decided about together, by a policy, in ENFORCE. Something has to
   * work on each, so that the agent tells of it.
   */
  void enforce(String policy) {
    try (ManagerClient client = services.client()) {
      String domain = domainOf(client, 0);
      for (int i = 1; i < bed.devices().size(); i++) {
        if (!bed.lun(i).equals(bed.lun(0))) {
          refused(client.moveLun(domainOf(client, i), bed.lun(i), domain, REASON));
        }
      }
      refused(client.setPolicy(domain, policy, REASON));
      refused(client.setMode(domain, "ENFORCE", REASON));
    }
  }

  private String domainOf(ManagerClient client, int application) {
    try (LunWatch watch = LunWatch.start(client, bed.lun(application))) {
      if (!Wait.until(START, () -> watch.domain().isPresent())) {
        throw new MissingException("no agent has reported " + bed.lun(application));
      }
      return watch.domain().orElseThrow();
    }
  }

  private static void refused(Optional<String> why) {
    if (why.isPresent()) {
      throw new MissingException("the manager refuses: " + why.get());
    }
  }

  @Override
  public void close() {
    services.close();
  }
}
