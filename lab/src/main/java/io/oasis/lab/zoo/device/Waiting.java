package io.oasis.lab.zoo.device;

import io.oasis.lab.host.Io;
import io.oasis.lab.zoo.scenario.DeviceSpec.Order;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/** I/Os that a device knows of and has not begun. */
interface Waiting {
  /**
   * @param serviceNanos its mean service time by its size and direction
   */
  void add(Io io, double serviceNanos);

  /** The next to be served; there is one. */
  Io take();

  int size();

  static Waiting in(Order order) {
    return switch (order) {
      case FIFO -> new Fifo();
      case ELEVATOR -> new Elevator();
      case SHORTEST_FIRST -> new ShortestFirst();
    };
  }

  /** As they came. */
  final class Fifo implements Waiting {
    private final ArrayDeque<Io> ios = new ArrayDeque<>();

    @Override
    public void add(Io io, double serviceNanos) {
      ios.addLast(io);
    }

    @Override
    public Io take() {
      return ios.removeFirst();
    }

    @Override
    public int size() {
      return ios.size();
    }
  }

  /**
   * @param key by which they are ordered; those of one key as they came
   */
  record Ranked(Io io, double key, long number) {
    static final Comparator<Ranked> ORDER =
        Comparator.comparingDouble(Ranked::key).thenComparingLong(Ranked::number);
  }

  /** The quickest first, whoever waits. */
  final class ShortestFirst implements Waiting {
    private final PriorityQueue<Ranked> ios = new PriorityQueue<>(Ranked.ORDER);
    private long lastNumber;

    @Override
    public void add(Io io, double serviceNanos) {
      ios.add(new Ranked(io, serviceNanos, lastNumber++));
    }

    @Override
    public Io take() {
      return ios.remove().io();
    }

    @Override
    public int size() {
      return ios.size();
    }
  }

  /** Upwards by place from where the device is; at the end back to the lowest (C-LOOK). */
  final class Elevator implements Waiting {
    private PriorityQueue<Ranked> ahead = new PriorityQueue<>(Ranked.ORDER);
    private PriorityQueue<Ranked> behind = new PriorityQueue<>(Ranked.ORDER);
    private double at;
    private long lastNumber;

    @Override
    public void add(Io io, double serviceNanos) {
      Ranked ranked = new Ranked(io, io.offset(), lastNumber++);
      (ranked.key() >= at ? ahead : behind).add(ranked);
    }

    @Override
    public Io take() {
      if (ahead.isEmpty()) {
        PriorityQueue<Ranked> next = behind;
        behind = ahead;
        ahead = next;
      }
      Ranked next = ahead.remove();
      at = next.key() + next.io().bytes();
      return next.io();
    }

    @Override
    public int size() {
      return ahead.size() + behind.size();
    }
  }
}
