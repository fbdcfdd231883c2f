package io.oasis.messaging;

import java.nio.ByteBuffer;
import org.apache.kafka.common.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/** Gives room for an answer that a broker may give, and none for what claims to be longer. */
final class AnswerBound implements MemoryPool {
  /** A broker's answer has less than 1 KiB; this is far below any memory. */
  private static final int MOST_ANSWER_BYTES = 64 << 10;

  private boolean exceeded;

  boolean isExceeded() {
    return exceeded;
  }

  @Override
  public @Nullable ByteBuffer tryAllocate(int bytes) {
    exceeded |= bytes > MOST_ANSWER_BYTES;
    return exceeded ? null : ByteBuffer.allocate(bytes);
  }

  @Override
  public void release(ByteBuffer previouslyAllocated) {
    // It is collected.
  }

  @Override
  public long size() {
    return MOST_ANSWER_BYTES;
  }

  @Override
  public long availableMemory() {
    return MOST_ANSWER_BYTES;
  }

  @Override
  public boolean isOutOfMemory() {
    return exceeded;
  }
}
