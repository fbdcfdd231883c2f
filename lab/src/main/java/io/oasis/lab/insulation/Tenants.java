package io.oasis.lab.insulation;

/** The workloads of Argon's experiments, section 5. */
public final class Tenants {
  private static final long GB = 1_000_000_000L;

  /** "Each object is 56 GB in size"; they lie one after the other. */
  private static final long OBJECT_BYTES = 56 * GB;

  /** "Each with an access size of 64 KB", section 5.2. */
  public static final int STREAM_BYTES = 64 << 10;

  private static final int RANDOM_BYTES = 8 << 10;

  /** What a random request takes in the cache: one block. */
  private static final int BLOCK_BYTES = 16 << 10;

  private static final long DATABASE_BYTES = 5 * GB;

  /** The paper's had 1 GB, on a server with less memory; here that would fit into the cache. */
  private static final long WAREHOUSE_BYTES = 4 * GB;

  private Tenants() {}

  /** On a whole block: a request that touched two would have half of the hits it is said to. */
  private static long begin(int object) {
    return object * OBJECT_BYTES / BLOCK_BYTES * BLOCK_BYTES;
  }

  /** Reads an object from beginning to end. */
  public static Tenant stream(String name, int object) {
    return new Tenant(
        name, 1, 1, true, chance -> Pattern.stream(begin(object), OBJECT_BYTES, STREAM_BYTES));
  }

  /** Writes an object from beginning to end. */
  public static Tenant writer(String name, int object) {
    return new Tenant(
        name,
        1,
        1,
        true,
        chance -> Pattern.written(Pattern.stream(begin(object), OBJECT_BYTES, STREAM_BYTES)));
  }

  /** Reads blocks anywhere in an object, none of which is in a cache. */
  public static Tenant random(String name, int object, int depth) {
    return new Tenant(
        name,
        1,
        depth,
        false,
        chance -> new Unrepeated(chance, begin(object), OBJECT_BYTES, RANDOM_BYTES, BLOCK_BYTES));
  }

  /**
   * Reads blocks of a subset that is spread over an object, "chosen relative to the cache size to
   * achieve the desired absorption rate".
   *
   * @param part of the reads that a cache of this size absorbs
   */
  public static Tenant absorbed(String name, int object, int depth, double part, long cacheBytes) {
    long blocks = OBJECT_BYTES / BLOCK_BYTES;
    long subset = (long) (cacheBytes / part / BLOCK_BYTES);
    int every = (int) (blocks / subset) * (BLOCK_BYTES / RANDOM_BYTES);
    return new Tenant(
        name,
        1,
        depth,
        false,
        chance -> Pattern.random(chance, begin(object), OBJECT_BYTES, RANDOM_BYTES, every));
  }

  /** The same, but this part of its requests writes. */
  public static Tenant writing(
      String name, int object, double writes, double part, long cacheBytes) {
    Tenant reads = absorbed(name, object, 1, part, cacheBytes);
    return new Tenant(
        name,
        1,
        1,
        false,
        chance -> {
          Pattern pattern = reads.pattern().apply(chance);
          return Pattern.mixed(chance, pattern, Pattern.written(pattern), writes);
        });
  }

  /**
   * Half of its reads are of a few blocks, the others of any: its profile rises and is flat then.
   */
  public static Tenant bent(String name, int object, long hotBytes) {
    int every = BLOCK_BYTES / RANDOM_BYTES;
    return new Tenant(
        name,
        1,
        1,
        false,
        chance ->
            Pattern.mixed(
                chance,
                Pattern.random(chance, begin(object), OBJECT_BYTES, RANDOM_BYTES, every),
                Pattern.random(chance, begin(object), hotBytes, RANDOM_BYTES, every),
                0.5));
  }

  /** TPC-C: "8 KB read-modify-write operations to a small number of records in a 5 GB database". */
  public static Tenant transactions(int object) {
    return new Tenant(
        "tpcC",
        1,
        8,
        false,
        chance ->
            new Transactions(
                chance, begin(object), DATABASE_BYTES, RANDOM_BYTES, BLOCK_BYTES / RANDOM_BYTES));
  }

  /**
   * TPC-H: "processes a large portion of the data in streaming fashion"; some of its reads are of
   * an index that lies behind the data.
   */
  public static Tenant query(String name, int object, double lookups) {
    return new Tenant(
        name,
        1,
        1,
        true,
        chance ->
            Pattern.mixed(
                chance,
                Pattern.stream(begin(object), WAREHOUSE_BYTES, STREAM_BYTES),
                Pattern.random(chance, begin(object) + WAREHOUSE_BYTES, GB / 10, RANDOM_BYTES, 2),
                lookups));
  }
}
