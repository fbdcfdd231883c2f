package io.oasis.lab.insulation;

import io.oasis.brick.stream.Streams;

/** What is read ahead of an application, and when it is there. */
interface ReadAhead {
  /** Behind all that is read; nothing is read ahead beyond the end of a volume. */
  long VOLUME_BYTES = 250_000_000_000L;

  /**
   * A read came.
   *
   * @param present true when all of it is in the cache or on its way there
   * @return what to read ahead now
   */
  Streams.Range after(long offset, int bytes, boolean present);

  /** Whether nothing of it is there before all of it is; otherwise each piece when it comes. */
  boolean comesAtOnce();

  /**
   * A brick's own: the next access is begun before the last one has been read to its end.
   *
   * @param accessBytes most that is read ahead at once; 0 for nothing
   */
  static ReadAhead inPieces(int blockBytes, long accessBytes) {
    Streams streams = new Streams(blockBytes, accessBytes);
    return new ReadAhead() {
      @Override
      public Streams.Range after(long offset, int bytes, boolean present) {
        return streams.read(offset, bytes, present, VOLUME_BYTES);
      }

      @Override
      public boolean comesAtOnce() {
        return false;
      }
    };
  }
}
