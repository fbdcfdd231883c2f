package io.oasis.protocol;

/**
 * What a manager answers to a {@link SpaceRequest}: an answer only, nothing is resized by it.
 * Travels in a {@link GrantBatch}.
 *
 * @param fileSystem as the request names it
 * @param grantedBytes by which it may be made larger; at most what was asked
 */
public record SpaceGrant(
    LunId lun, HostId host, String fileSystem, long askedBytes, long grantedBytes, String reason) {
  public SpaceGrant {
    fileSystem = Check.text("fileSystem", fileSystem);
    Check.between("askedBytes", askedBytes, 0, SpaceRequest.MOST_BYTES);
    Check.between("grantedBytes", grantedBytes, 0, askedBytes);
    reason = Check.text("reason", reason);
  }
}
