package io.oasis.lab.zoo.site;

import io.oasis.lab.host.LabHost;

/** Who decides at a site. */
@FunctionalInterface
public interface Control {
  /** Nobody does. */
  Control NONE = site -> {};

  /** Takes charge of a site before its first event; plans what it does later on its timeline. */
  void begin(Site site);

  /** What the counters of the hosts tell; as the kernel on which Oasis was measured, v1. */
  default LabHost.Counting counting() {
    return LabHost.Counting.ENTERED;
  }
}
