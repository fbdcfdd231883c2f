package io.oasis.lab.insulation;

/**
 * What an application asks for.
 *
 * @param id older requests have lower ones; 0 for none
 */
public record Access(boolean isWrite, long offset, int bytes, long id) {
  Access(boolean isWrite, long offset, int bytes) {
    this(isWrite, offset, bytes, 0);
  }

  Access numbered(long newId) {
    return new Access(isWrite, offset, bytes, newId);
  }
}
