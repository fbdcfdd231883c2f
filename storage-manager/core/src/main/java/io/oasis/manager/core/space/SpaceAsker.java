package io.oasis.manager.core.space;

import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.SpaceRequest;
import java.math.BigInteger;
import java.util.Comparator;

/** A file system that asks for space. */
public record SpaceAsker(HostId host, LunId lun, SpaceRequest request) {
  /** Those who have the smallest part of what they wish to have first; then by name. */
  static final Comparator<SpaceAsker> NEEDIEST =
      Comparator.comparing(SpaceAsker::part)
          .thenComparing(asker -> asker.lun.value())
          .thenComparing(asker -> asker.host.value())
          .thenComparing(asker -> asker.request.fileSystem());

  BigInteger free() {
    return BigInteger.valueOf(request.freeBytes());
  }

  BigInteger asked() {
    return BigInteger.valueOf(request.askedBytes());
  }

  /** What it wishes to have free; more than it has, as it asks for something. */
  BigInteger wish() {
    return free().add(asked());
  }

  /** What it has of its wish. */
  private Part part() {
    return new Part(free(), wish());
  }

  SpaceGrant answer(long granted, String reason) {
    return new SpaceGrant(lun, host, request.fileSystem(), request.askedBytes(), granted, reason);
  }

  /** {@code of / all}, exactly. */
  record Part(BigInteger of, BigInteger all) implements Comparable<Part> {
    @Override
    public int compareTo(Part other) {
      return of.multiply(other.all).compareTo(other.of.multiply(all));
    }

    /** Rounded down. */
    BigInteger times(BigInteger amount) {
      return of.multiply(amount).divide(all);
    }
  }
}
