package io.oasis.proving.chaos;

import io.oasis.distribution.process.Wait;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at the kernel's limits fifty times a second, and asks the adapter for its lease while
 * nothing else can tell when it heard of a manager. Thread-safe.
 */
final class LimitWatch implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(20);

  private final ChaosSite site;
  private final LeaseWatch leases;
  private final LeaseQuestion question;
  private final Thread thread;
  private final Set<Trouble> deafening = new HashSet<>();
  private boolean everFree;
  private boolean everForged;

  LimitWatch(ChaosSite site, Duration lease) {
    this.site = site;
    this.leases = new LeaseWatch(lease, now());
    this.question = new LeaseQuestion(site.services().url(Trouble.ADAPTER));
    this.thread = Thread.ofPlatform().daemon().name("limit-watch").start(this::run);
  }

  synchronized void word() {
    leases.word(now());
  }

  synchronized void begin(Trouble trouble) {
    if (trouble.deafens()) {
      deafening.add(trouble);
      leases.deaf(true, now());
    }
  }

  synchronized void end(Trouble trouble) {
    if (deafening.remove(trouble) && deafening.isEmpty()) {
      leases.deaf(false, now());
    }
    if (trouble.deafens()) {
      finding();
    }
  }

  /** The broker, or the way to it, is back: the adapter has to find it again. */
  synchronized void finding() {
    leases.finding(now());
  }

  synchronized Duration longestBeyondLease() {
    return leases.longest();
  }

  /** From now on notes whether the deeper application is ever without a limit. */
  synchronized void watchFreedom() {
    everFree = false;
  }

  synchronized boolean wasFree() {
    return everFree;
  }

  /** Whether a limit was ever in force that nobody decided. */
  synchronized boolean wasForged() {
    return everForged;
  }

  @Override
  public void close() {
    thread.interrupt();
    question.close();
  }

  private void run() {
    do {
      List<String> deep = site.limits(ChaosSite.DEEP);
      List<String> shallow = site.limits(ChaosSite.SHALLOW);
      Duration looked = now();
      boolean told = !asks(looked) || ask();
      synchronized (this) {
        everFree |= deep.isEmpty();
        everForged |= isForged(deep) || isForged(shallow);
        if (told) { // else the next look tells: what is held wrongly is still held then
          leases.seen(!deep.isEmpty() || !shallow.isEmpty(), looked);
        }
      }
    } while (Wait.pause(LOOK));
  }

  private synchronized boolean asks(Duration now) {
    return leases.asks(now);
  }

  /** Whether there is an answer, or nobody to ask any more. */
  private boolean ask() {
    Optional<Duration> left = question.left();
    synchronized (this) {
      left.ifPresent(answer -> leases.leased(answer, now()));
      return left.isPresent() || !leases.asks(now());
    }
  }

  private static boolean isForged(List<String> limits) {
    return limits.stream()
        .anyMatch(line -> line.contains("read") && line.endsWith(" " + OldRecords.FORGED_IOPS));
  }

  private static Duration now() {
    return Duration.ofNanos(System.nanoTime());
  }
}
