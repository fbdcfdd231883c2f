package io.oasis.brick.discipline;

import org.jspecify.annotations.Nullable;

/**
 * One I/O on its way: who wants it, what it costs, and a little room for the discipline that holds
 * it. It is used again for later I/Os, so that serving one makes no garbage; whoever made it may
 * set it anew once it has completed.
 */
public class Io {
  private @Nullable Session session;
  private boolean write;
  private long offset;
  private int lengthBytes;
  private long id;
  private boolean late;
  private long arrivedNanos;
  private long heldNanos;

  /** Its place in its session's order, lower ones first. */
  long place;

  /** Next in its session's queue. */
  @Nullable Io following;

  /** Start tag, deadline or whatever the discipline orders by. */
  double tag;

  /** What the discipline charged or will charge. */
  double cost;

  /** When it went to the device, and who sent it there. */
  long dispatchedNanos;

  @Nullable Discipline dispatcher;

  /** Describes the next I/O to be carried by this object. */
  public final void set(Session owner, boolean isWrite, long byteOffset, int bytes) {
    session = owner;
    write = isWrite;
    offset = byteOffset;
    lengthBytes = bytes;
    id = 0;
    late = false;
    following = null;
    heldNanos = 0;
  }

  public final Session session() {
    Session owner = session;
    if (owner == null) {
      throw new IllegalStateException("an I/O was used before it was set");
    }
    return owner;
  }

  public final boolean isWrite() {
    return write;
  }

  public final long offset() {
    return offset;
  }

  public final int lengthBytes() {
    return lengthBytes;
  }

  /** What the client numbers its requests by, older ones lower; 0 when it does not. */
  public final long id() {
    return id;
  }

  /** True when nobody waits for it yet: what arrives soon after it in its session goes first. */
  final boolean isLate() {
    return late;
  }

  /** Lets what arrives soon after it go first; before it arrives. */
  public final void letOthersPass() {
    late = true;
  }

  /** Numbers it, before it arrives. */
  public final void number(long requestId) {
    id = requestId;
  }

  public final long arrivedNanos() {
    return arrivedNanos;
  }

  /** When a discipline let it go to the device. */
  public final long dispatchedNanos() {
    return dispatchedNanos;
  }

  /** For how long a limit has held it back. */
  public final long heldNanos() {
    return heldNanos;
  }

  final void held(long nanos) {
    heldNanos = nanos;
  }

  final void arrived(long now) {
    arrivedNanos = now;
  }
}
