package io.oasis.proving.insulation;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * One of the applications that share bricks. It only reads.
 *
 * @param depth reads it keeps outstanding
 * @param isStream one read after the other; else anywhere
 * @param firstByte where its data lies, the same on every brick
 */
record Tenant(String name, int depth, boolean isStream, long firstByte, long rangeBytes) {
  private static final long GB = 1_000_000_000L;

  /** "Each object is 56 GB in size" (Argon, section 5.1); they lie one after the other. */
  private static final long OBJECT_BYTES = 56 * GB;

  private static final int STREAM_BYTES = 64 << 10;
  private static final int RANDOM_BYTES = 8 << 10;

  static Tenant stream(String name, int object) {
    return new Tenant(name, 1, true, object * OBJECT_BYTES, OBJECT_BYTES);
  }

  static Tenant random(String name, int object, int depth) {
    return new Tenant(name, depth, false, object * OBJECT_BYTES, OBJECT_BYTES);
  }

  Tenant withDepth(int next) {
    return new Tenant(name, next, isStream, firstByte, rangeBytes);
  }

  /** Of one read. */
  int bytes() {
    return isStream ? STREAM_BYTES : RANDOM_BYTES;
  }

  /** Where one read after the other begins. */
  LongSupplier offsets() {
    long reads = rangeBytes / bytes();
    SplittableRandom chance = new SplittableRandom(name.hashCode());
    long[] next = {0};
    return () -> {
      long read = isStream ? next[0]++ % reads : chance.nextLong(reads);
      return (firstByte + read * bytes()) / bytes() * bytes();
    };
  }
}
