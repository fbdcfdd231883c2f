package io.oasis.brick.nbd;

import io.oasis.brick.engine.Chain;
import io.oasis.brick.engine.Work;
import io.oasis.brick.os.Memory;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one connection that are under way, at most so many, and the thread that answers
 * those which other threads have done. The thread is started when it is needed first.
 */
final class Flight {
  private static final Logger LOG = LoggerFactory.getLogger(Flight.class);

  private final Export export;
  private final Memory memory;
  private final Answers answers;
  private final int most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition landed = lock.newCondition();
  private final Condition done = lock.newCondition();
  private final ArrayDeque<Request> spare = new ArrayDeque<>();
  private final Chain toAnswer = new Chain();
  private @Nullable Thread answerer;
  private int made;
  private volatile boolean abandoned;
  private boolean closed;
  private boolean reported;

  Flight(Export export, Memory memory, Answers answers, int most) {
    this.export = export;
    this.memory = memory;
    this.answers = answers;
    this.most = most;
  }

  /** A request to fill in; null when the most are under way. */
  @Nullable Request tryTake() {
    lock.lock();
    try {
      Request request = spare.poll();
      if (request == null && made < most) {
        made++;
        request = new Request(this, export, memory);
      }
      return request;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until one has landed. */
  void awaitSpare() {
    lock.lock();
    try {
      while (spare.isEmpty()) {
        landed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** These have been answered. */
  void land(Chain requests) {
    lock.lock();
    try {
      for (Work work = requests.poll(); work != null; work = requests.poll()) {
        Request request = (Request) work;
        request.rest();
        spare.push(request);
      }
      landed.signal();
    } finally {
      lock.unlock();
    }
  }

  void deliver(Request request) {
    lock.lock();
    try {
      toAnswer.add(request);
      if (answerer == null) {
        answerer = Thread.ofPlatform().daemon().name("nbd-answers").start(this::answer);
      } else {
        done.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void answer() {
    Chain batch = new Chain();
    Chain answered = new Chain();
    while (awaitBatch(batch)) {
      answers.lock.lock();
      try {
        for (Work work = batch.poll(); work != null; work = batch.poll()) {
          Request request = (Request) work;
          answer(request);
          answered.add(request);
        }
        answers.flush();
      } finally {
        answers.lock.unlock();
      }
      land(answered);
    }
  }

  private boolean awaitBatch(Chain batch) {
    lock.lock();
    try {
      while (toAnswer.isEmpty()) {
        if (closed) {
          return false;
        }
        done.awaitUninterruptibly();
      }
      for (Work work = toAnswer.poll(); work != null; work = toAnswer.poll()) {
        batch.add(work);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Answers a request that has been performed; the caller holds the lock of the answers. */
  void answer(Request request) {
    request.account();
    if (request.command != Nbd.CMD_READ) {
      answers.status(request.handle, request.error);
    } else if (request.error != Nbd.OK) {
      answers.failure(request.handle, request.error, "the volume could not be read");
    } else {
      answers.data(request.handle, request.offset(), request.payload(), request.length);
    }
  }

  /** The client is gone: what is still under way need not be done. */
  void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** Says the first failure of the volume on this connection; all are counted. */
  void report(Exception e) {
    lock.lock();
    try {
      if (reported) {
        return;
      }
      reported = true;
    } finally {
      lock.unlock();
    }
    LOG.warn("export {}: the volume failed, clients get EIO", export.name(), e);
  }

  /** Waits until everything under way has been answered, then lets everything go. */
  void close() {
    lock.lock();
    try {
      while (spare.size() < made) {
        landed.awaitUninterruptibly();
      }
      closed = true;
      done.signal();
      spare.forEach(Request::giveRoom);
    } finally {
      lock.unlock();
    }
  }
}
