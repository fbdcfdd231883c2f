package io.oasis.manager.core.space;

import io.oasis.manager.core.space.SpaceAsker.Part;
import io.oasis.protocol.SpaceGrant;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;

/**
 * Answers all who ask for space of one domain.
 *
 * <p>Law: see the package. In whole bytes and without rounding on the way, so that it holds to the
 * byte, and the same requests get the same answers in whatever order they come.
 */
public final class SpaceShare {
  /** Where nobody said what is free. */
  public static final String UNKNOWN =
      "nothing is known of free space here: the manager's key space does not name the domain";

  private static final BigInteger MIB = BigInteger.valueOf(1 << 20);
  private static final BigInteger PERCENT = BigInteger.valueOf(100);

  private SpaceShare() {}

  /**
   * The answers, the neediest first.
   *
   * @param free bytes that may be given; absent: nobody said
   * @param askers who ask for something; others are left out
   */
  public static List<SpaceGrant> of(OptionalLong free, List<SpaceAsker> askers) {
    List<SpaceAsker> asking =
        askers.stream()
            .filter(asker -> asker.request().askedBytes() > 0)
            .sorted(SpaceAsker.NEEDIEST)
            .toList();
    if (free.isEmpty()) {
      return asking.stream().map(asker -> asker.answer(0, UNKNOWN)).toList();
    }
    BigInteger all =
        asking.stream().map(SpaceAsker::asked).reduce(BigInteger.ZERO, BigInteger::add);
    BigInteger given = BigInteger.valueOf(free.getAsLong());
    String why = "%d MiB may be given, %d MiB are asked for".formatted(given.divide(MIB), up(all));
    if (all.compareTo(given) <= 0) {
      return asking.stream()
          .map(asker -> asker.answer(asker.request().askedBytes(), "all that it asks for: " + why))
          .toList();
    }
    Part level = level(given, asking);
    return asking.stream().map(asker -> upTo(level, asker, why)).toList();
  }

  /**
   * The part of its wish to which everybody below it can be brought, so that all is given: asked
   * for is more.
   */
  private static Part level(BigInteger given, List<SpaceAsker> neediestFirst) {
    BigInteger has = given;
    BigInteger wishes = BigInteger.ZERO;
    for (SpaceAsker asker : neediestFirst) {
      Part reached = new Part(asker.free(), asker.wish());
      if (wishes.signum() > 0 && new Part(has, wishes).compareTo(reached) <= 0) {
        break; // it and all after it have that without any help
      }
      has = has.add(asker.free());
      wishes = wishes.add(asker.wish());
    }
    return new Part(has, wishes);
  }

  private static SpaceGrant upTo(Part level, SpaceAsker asker, String why) {
    BigInteger granted = level.times(asker.wish()).subtract(asker.free());
    String part = level.times(PERCENT) + " % of the free space that it wishes to have";
    return granted.signum() > 0
        ? asker.answer(granted.longValueExact(), "a part: " + why + "; so it has " + part)
        : asker.answer(0, "nothing: " + why + "; it has more than " + part + ", others less");
  }

  private static BigInteger up(BigInteger bytes) {
    return bytes.add(MIB).subtract(BigInteger.ONE).divide(MIB);
  }
}
