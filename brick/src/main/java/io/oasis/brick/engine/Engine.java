package io.oasis.brick.engine;

import io.oasis.brick.discipline.Discipline;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Io;
import io.oasis.brick.discipline.Served;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** See the package. Safe for threads. */
public final class Engine implements AutoCloseable {
  private static final Object NOBODY = new Object();

  private final String name;
  private final RandomGenerator random;
  private final @Nullable ModelledDevice model;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Session> sessions = new ArrayList<>();
  private final Workers workers;
  private final Thread timer;
  private Discipline discipline;
  private volatile DisciplineSpec spec;

  /** True when an I/O may go to the volume without asking anybody. */
  private volatile boolean bare;

  private long timerWakes = Long.MIN_VALUE;
  private volatile boolean closed;

  /**
   * @param model what delays I/O as a device would; null for none
   * @param mostWorkers threads for I/O that its submitter does not do
   * @param random for the lottery
   */
  public Engine(
      String name,
      DisciplineSpec spec,
      @Nullable ModelledDevice model,
      int mostWorkers,
      RandomGenerator random) {
    this.name = name;
    this.spec = spec;
    this.model = model;
    this.random = random;
    discipline = spec.create(0, random);
    workers = new Workers(name, mostWorkers, this::perform);
    timer = Thread.ofPlatform().daemon().name(name + "-timer").unstarted(this::runTimer);
    updateBare();
    timer.start();
  }

  public String name() {
    return name;
  }

  public DisciplineSpec spec() {
    return spec;
  }

  /** True when nothing schedules: no discipline, no limit, no device model. */
  public boolean isBare() {
    return bare;
  }

  public Session join(String sessionName, Terms terms) {
    lock.lock();
    try {
      Session session = new Session(sessions.size(), sessionName, terms);
      sessions.add(session);
      discipline.join(session, System.nanoTime());
      updateBare();
      return session;
    } finally {
      lock.unlock();
    }
  }

  public List<Session> sessions() {
    lock.lock();
    try {
      return List.copyOf(sessions);
    } finally {
      lock.unlock();
    }
  }

  /** New terms from now on; the same terms again change nothing. */
  public void retune(Session session, Terms terms) {
    lock.lock();
    try {
      if (session.terms().equals(terms)) {
        return;
      }
      session.setTerms(terms);
      discipline.changed(session, System.nanoTime());
      updateBare();
      wakeTimer(Long.MIN_VALUE);
    } finally {
      lock.unlock();
    }
  }

  /** Another discipline, or the same with other parameters, from now on. */
  public void use(DisciplineSpec next) {
    lock.lock();
    try {
      if (next.equals(spec)) {
        return;
      }
      long now = System.nanoTime();
      Discipline fresh = next.create(discipline.outstanding(), random);
      for (Session session : sessions) {
        fresh.join(session, now);
      }
      discipline.drain(io -> fresh.arrive(io, now));
      discipline = fresh;
      spec = next;
      updateBare();
      wakeTimer(Long.MIN_VALUE);
    } finally {
      lock.unlock();
    }
  }

  /** Another length of the round, without a new beginning. */
  public void round(long nanos) {
    lock.lock();
    try {
      spec = spec.withRoundNanos(nanos);
      discipline.round(nanos);
    } finally {
      lock.unlock();
    }
  }

  /** How a session is served while it has the device to itself. */
  public Optional<Served> served(Session session) {
    lock.lock();
    try {
      return discipline.served(session);
    } finally {
      lock.unlock();
    }
  }

  public int queued() {
    lock.lock();
    try {
      return discipline.queued();
    } finally {
      lock.unlock();
    }
  }

  public int outstanding() {
    lock.lock();
    try {
      return discipline.outstanding();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands in all of {@code works} and puts into {@code mine} what the caller must do itself; after
   * that it calls {@link #done}.
   */
  public void submit(Chain works, Object owner, Chain mine) {
    lock.lock();
    try {
      long now = System.nanoTime();
      for (Work work = works.poll(); work != null; work = works.poll()) {
        work.scheduled = true;
        discipline.arrive(work, now);
      }
      pump(now, owner, mine);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The works have been performed and are moved to {@code finished}, to be delivered by the caller.
   * As with {@link #submit}, the next ones may fall to the caller.
   */
  public void done(Chain works, Object owner, Chain mine, Chain finished) {
    lock.lock();
    try {
      long now = System.nanoTime();
      for (Work work = works.poll(); work != null; work = works.poll()) {
        discipline.complete(work, now);
        finished.add(work);
      }
      pump(now, owner, mine);
    } finally {
      lock.unlock();
    }
  }

  /** Does something that is not scheduled, a flush for instance, in a worker thread. */
  public void performUnscheduled(Work work) {
    work.scheduled = false;
    workers.execute(work);
  }

  private void pump(long now, Object owner, Chain mine) {
    for (Io io = discipline.next(now); io != null; io = discipline.next(now)) {
      if (model != null) {
        model.submit(io, now);
      } else {
        assign((Work) io, owner, mine);
      }
    }
    if (model != null) {
      for (Io io = model.poll(now); io != null; io = model.poll(now)) {
        assign((Work) io, owner, mine);
      }
    }
    wakeTimer(nextEvent());
  }

  private void assign(Work work, Object owner, Chain mine) {
    if (owner.equals(timer) ? work.isPrompt() : work.mayBeDoneBy(owner)) {
      mine.add(work);
    } else {
      workers.execute(work);
    }
  }

  private long nextEvent() {
    long event = discipline.wakeNanos();
    return model == null ? event : Math.min(event, model.nextNanos());
  }

  /** A worker's task. */
  private void perform(Work work) {
    work.perform();
    if (work.scheduled) {
      Chain one = new Chain();
      one.add(work);
      done(one, NOBODY, new Chain(), new Chain());
    }
    work.deliver();
  }

  private void wakeTimer(long at) {
    if (at < timerWakes) {
      timerWakes = at;
      LockSupport.unpark(timer);
    }
  }

  private void runTimer() {
    Chain works = new Chain();
    Chain performed = new Chain();
    Chain finished = new Chain();
    while (!closed) {
      long wake = pumpOnTime(works);
      while (!works.isEmpty()) {
        for (Work work = works.poll(); work != null; work = works.poll()) {
          work.perform();
          performed.add(work);
        }
        done(performed, timer, works, finished);
        for (Work work = finished.poll(); work != null; work = finished.poll()) {
          work.deliver();
        }
        wake = Long.MIN_VALUE;
      }
      if (wake == Discipline.NEVER) {
        LockSupport.park(this);
      } else if (wake != Long.MIN_VALUE) {
        LockSupport.parkNanos(this, Math.max(1, wake - System.nanoTime()));
      }
    }
  }

  private long pumpOnTime(Chain works) {
    lock.lock();
    try {
      timerWakes = Long.MIN_VALUE;
      pump(System.nanoTime(), timer, works);
      timerWakes = nextEvent();
      return closed ? Long.MIN_VALUE : timerWakes; // no wake-up would follow that of the end
    } finally {
      lock.unlock();
    }
  }

  private void updateBare() {
    boolean isLimited =
        sessions.stream()
            .anyMatch(s -> s.terms().limitIops() > 0 || s.terms().limitBytesPerSecond() > 0);
    bare = spec.kind() == DisciplineSpec.Kind.NONE && model == null && !isLimited;
  }

  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nobody submits any more; what waits has been performed or is dropped. */
  @Override
  public void close() {
    lock.lock();
    closed = true; // under the lock: waiting for it, the timer would use up its wake-up
    lock.unlock();
    LockSupport.unpark(timer);
    join(timer);
    workers.close();
  }
}
