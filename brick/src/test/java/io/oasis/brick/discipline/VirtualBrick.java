package io.oasis.brick.discipline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * A discipline in front of a device with so many servers, and closed-loop applications, in virtual
 * time.
 */
final class VirtualBrick {
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
  private final int servers;
  private final ToLongFunction<Io> serviceNanos;
  private final List<Io> atDevice = new ArrayList<>();
  private Discipline discipline;
  private long order;
  private int busy;
  private long wake = Discipline.NEVER;
  long now;

  private record Event(long at, long order, Runnable action) {}

  /** An application that keeps so many I/Os outstanding. */
  final class Application {
    final Session session;
    final int bytes;
    final boolean sequential;
    final long thinkNanos;

    /** Part of its I/Os that are writes, taken evenly. */
    double writePart;

    long completed;
    long completedBytes;
    long latencyNanos;
    boolean stopped;
    private long nextOffset;
    private double writesOwed;

    Application(Session session, int bytes, boolean sequential, long thinkNanos) {
      this.session = session;
      this.bytes = bytes;
      this.sequential = sequential;
      this.thinkNanos = thinkNanos;
      nextOffset = (long) session.number() << 40;
    }

    private void send() {
      if (stopped) {
        return;
      }
      Request io = new Request(this, now);
      nextOffset += sequential ? bytes : 10L * bytes + 4096;
      writesOwed += writePart;
      boolean write = writesOwed >= 1;
      writesOwed -= write ? 1 : 0;
      io.set(session, write, nextOffset, bytes);
      discipline.arrive(io, now);
    }
  }

  private static final class Request extends Io {
    final Application from;
    final long sentNanos;

    Request(Application from, long sentNanos) {
      this.from = from;
      this.sentNanos = sentNanos;
    }
  }

  VirtualBrick(Discipline discipline, int servers, ToLongFunction<Io> serviceNanos) {
    this.discipline = discipline;
    this.servers = servers;
    this.serviceNanos = serviceNanos;
  }

  Application start(Session session, int outstanding, int bytes, boolean sequential) {
    return start(session, outstanding, bytes, sequential, 0);
  }

  Application start(
      Session session, int outstanding, int bytes, boolean sequential, long thinkNanos) {
    Application application = new Application(session, bytes, sequential, thinkNanos);
    discipline.join(session, now);
    at(
        now,
        () -> {
          for (int i = 0; i < outstanding; i++) {
            application.send();
          }
        });
    return application;
  }

  void at(long when, Runnable action) {
    events.add(new Event(when, order++, action));
  }

  void use(Discipline next) {
    discipline = next;
  }

  void runUntil(long end) {
    while (true) {
      long next = Math.min(events.isEmpty() ? Discipline.NEVER : events.peek().at(), wake);
      if (next > end) {
        now = end;
        return;
      }
      now = Math.max(now, next);
      if (!events.isEmpty() && events.peek().at() <= now) {
        events.remove().action().run();
      }
      pump();
    }
  }

  private void pump() {
    for (Io io = discipline.next(now); io != null; io = discipline.next(now)) {
      atDevice.add(io);
    }
    while (busy < servers && !atDevice.isEmpty()) {
      Request io = (Request) atDevice.removeFirst();
      busy++;
      at(now + serviceNanos.applyAsLong(io), () -> complete(io));
    }
    wake = discipline.wakeNanos();
  }

  private void complete(Request io) {
    busy--;
    discipline.complete(io, now);
    Application from = io.from;
    from.completed++;
    from.completedBytes += io.lengthBytes();
    from.latencyNanos += now - io.sentNanos;
    if (from.thinkNanos == 0) {
      from.send();
    } else {
      at(now + from.thinkNanos, from::send);
    }
  }
}
