package io.oasis.lab.insulation;

import io.oasis.brick.stream.Streams;

/**
 * Read-ahead as Argon's server has it, for an application that reads one stream.
 *
 * <p>Law: a read that misses, once more than four blocks were read in sequence, prompts an access
 * of what follows it: with the read itself as much as the run is long, and at most so much. The
 * read is answered before; who reads on meanwhile waits until all of the access is there. A read
 * that hits prompts nothing, so an access is read to its end before the next one is asked for.
 *
 * <p>Source: Argon, section 4.2, and 3.3 for what waits: requests block while a large access is
 * processed.
 */
final class WholeAccesses implements ReadAhead {
  /** "Above a certain threshold (4)", in blocks. */
  private static final int THRESHOLD = 4;

  private final int blockBytes;
  private final int accessBytes;
  private long next;
  private long runBytes;

  /**
   * @param accessBytes most that is read at once; 0 for nothing ahead
   */
  WholeAccesses(int blockBytes, int accessBytes) {
    this.blockBytes = blockBytes;
    this.accessBytes = accessBytes;
  }

  @Override
  public Streams.Range after(long offset, int bytes, boolean present) {
    runBytes = (offset == next ? runBytes : 0) + bytes;
    next = offset + bytes;
    boolean prompted = !present && runBytes / blockBytes > THRESHOLD;
    long together = prompted ? StrictMath.min(runBytes, accessBytes) : 0;
    return new Streams.Range(next, offset + together / blockBytes * blockBytes);
  }

  @Override
  public boolean comesAtOnce() {
    return true;
  }
}
