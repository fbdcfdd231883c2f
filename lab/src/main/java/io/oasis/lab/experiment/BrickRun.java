package io.oasis.lab.experiment;

import io.oasis.brick.device.Device;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.LabBrick;
import io.oasis.lab.brick.Moments;
import io.oasis.lab.brick.Scheduled;
import io.oasis.lab.host.Stage;
import io.oasis.lab.host.Worker;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One run of a brick: its applications, and what they got between two times in seconds. */
final class BrickRun {
  /** Applications begin within so many seconds, each at a time of its own. */
  static final double STAGGER_SECONDS = 0.01;

  private final Timeline time = new Timeline();
  private final List<Client> clients = new ArrayList<>();
  private final long seed;
  private final Chance chance;
  private final LabBrick brick;

  BrickRun(DisciplineSpec spec, Device<Scheduled> device, long seed) {
    this.seed = seed;
    chance = new Chance(seed, "starts");
    brick = new LabBrick(time, spec.create(0, new SplittableRandom(seed)), device);
  }

  Client open(String name, Terms terms, Stage... stages) {
    return open(name, terms, 1, List.of(stages));
  }

  /** An application of so many workers that do the same. */
  Client open(String name, Terms terms, int workers, List<Stage> stages) {
    List<Worker> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      all.add(new Worker(name + "/" + i, time, seed, stages));
    }
    Client client = brick.open(name, terms, all, chance.even() * STAGGER_SECONDS);
    clients.add(client);
    return client;
  }

  List<Client> clients() {
    return clients;
  }

  void runUntil(double seconds) {
    time.runUntil(nanos(seconds));
  }

  static long nanos(double seconds) {
    return (long) (seconds * Timeline.SECOND);
  }

  /** Completions per second. */
  static double iops(Client client, double from, double to) {
    Moments completed = client.completed();
    return (completed.before(nanos(to)) - completed.before(nanos(from))) / (to - from);
  }

  double totalIops(double from, double to) {
    return clients.stream().mapToDouble(client -> iops(client, from, to)).sum();
  }

  /** Latencies of what completed, in milliseconds. */
  static double[] latenciesMillis(Client client, double from, double to) {
    int first = client.completed().before(nanos(from));
    int end = client.completed().before(nanos(to));
    double[] latencies = new double[end - first];
    for (int i = 0; i < latencies.length; i++) {
      latencies[i] = client.latencies().at(first + i) / (double) Timeline.MILLI;
    }
    return latencies;
  }

  /** Completions in each second. */
  static Series curve(Client client, String panel, int seconds) {
    double[] values = new double[seconds];
    for (int i = 0; i < seconds; i++) {
      values[i] = iops(client, i, i + 1);
    }
    return new Series(panel, client.name(), "IOPS", values);
  }
}
