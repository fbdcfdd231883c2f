package io.oasis.lab.insulation;

/** What an application reads from and writes to. */
@FunctionalInterface
public interface Target {
  /**
   * @param done what follows the answer; never run before this returns
   */
  void submit(Access access, Runnable done);
}
