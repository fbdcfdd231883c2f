package io.oasis.brick.nbd;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A byte stream to a client, plain or encrypted. One thread may read while another writes. */
interface Wire extends Closeable {
  /**
   * Reads what has arrived, at least one byte, waiting for it.
   *
   * @return number of bytes, -1 when the client has closed
   */
  int read(ByteBuffer into) throws IOException;

  /** Writes all. */
  void write(ByteBuffer from) throws IOException;

  boolean isEncrypted();
}
