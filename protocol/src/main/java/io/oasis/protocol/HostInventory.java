package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The LUNs and applications a host has now.
 *
 * @param software the agent's; absent: it does not say
 */
public record HostInventory(
    HostId host,
    Instant at,
    List<Lun> luns,
    List<ApplicationId> applications,
    Optional<Software> software)
    implements Message {
  /**
   * @param device the name on this host, such as {@code sda} or {@code loop0}
   * @param identitySource what the identity was taken from: wwid, serial, nguid, backing-file, ...
   * @param domain the domain proposed for it
   * @param domainReason why: the parent device or pool it shares
   * @param sizeBytes its size
   * @param space of each file system that its host has mounted from it; absent: its agent does not
   *     look
   */
  public record Lun(
      LunId lun,
      String device,
      String identitySource,
      DomainId domain,
      String domainReason,
      long sizeBytes,
      Optional<List<SpaceRequest>> space) {
    public Lun {
      device = Check.text("device", device);
      identitySource = Check.text("identitySource", identitySource);
      domainReason = Check.text("domainReason", domainReason);
      Check.notNegative("sizeBytes", sizeBytes);
      space = space.map(requests -> Check.list("space", requests, SpaceRequest.MOST));
    }

    /** One of whose file systems nothing is said. */
    public Lun(
        LunId lun,
        String device,
        String identitySource,
        DomainId domain,
        String domainReason,
        long sizeBytes) {
      this(lun, device, identitySource, domain, domainReason, sizeBytes, Optional.empty());
    }
  }

  public HostInventory {
    luns = Check.list("luns", luns, 10_000);
    applications = Check.list("applications", applications, 10_000);
  }

  /** Of an agent of this release. */
  public HostInventory(HostId host, Instant at, List<Lun> luns, List<ApplicationId> applications) {
    this(host, at, luns, applications, Optional.of(Software.reading(Topic.GRANTS)));
  }
}
