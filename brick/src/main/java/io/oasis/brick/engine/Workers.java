package io.oasis.brick.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Threads that do work, as many as are needed at once up to a most; they are started on demand. */
final class Workers implements AutoCloseable {
  private final String name;
  private final int most;
  private final Consumer<Work> task;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Chain waiting = new Chain();
  private final List<Thread> threads = new ArrayList<>();
  private int idle;
  private boolean closed;

  Workers(String name, int most, Consumer<Work> task) {
    this.name = name;
    this.most = most;
    this.task = task;
  }

  void execute(Work work) {
    lock.lock();
    try {
      waiting.add(work);
      if (idle > 0) {
        idle--;
        arrived.signal();
      } else if (threads.size() < most && !closed) {
        Thread thread =
            Thread.ofPlatform()
                .daemon()
                .name(name + "-worker-" + threads.size())
                .unstarted(this::run);
        threads.add(thread);
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (true) {
      Work work = take();
      if (work == null) {
        return;
      }
      task.accept(work);
    }
  }

  private @Nullable Work take() {
    lock.lock();
    try {
      while (true) {
        Work work = waiting.poll();
        if (work != null || closed) {
          return work;
        }
        idle++;
        arrived.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** What waits is still done; then the threads end. */
  @Override
  public void close() {
    List<Thread> running;
    lock.lock();
    try {
      closed = true;
      arrived.signalAll();
      running = List.copyOf(threads);
    } finally {
      lock.unlock();
    }
    running.forEach(Engine::join);
  }
}
