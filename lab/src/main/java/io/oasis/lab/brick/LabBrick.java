package io.oasis.lab.brick;

import io.oasis.brick.device.Device;
import io.oasis.brick.discipline.Discipline;
import io.oasis.brick.discipline.Io;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.host.Clocked;
import io.oasis.lab.host.Worker;
import io.oasis.lab.sim.Alarm;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayList;
import java.util.List;

/** A brick in virtual time: a discipline of the real one in front of a modelled device. */
public final class LabBrick {
  private final Timeline time;
  private final Discipline discipline;
  private final Clocked<Scheduled> device;
  private final List<Client> clients = new ArrayList<>();
  private boolean completing;
  private final Alarm alarm;

  public LabBrick(Timeline time, Discipline discipline, Device<Scheduled> device) {
    this.time = time;
    this.discipline = discipline;
    this.device = new Clocked<>(time, device, this::completed);
    this.alarm = new Alarm(time, this::pump);
  }

  /** Adds an application; its workers start at this time. */
  public Client open(String name, Terms terms, List<Worker> workers, double atSeconds) {
    Session session = new Session(clients.size(), name, terms);
    discipline.join(session, time.now());
    Client client = new Client(this, session);
    clients.add(client);
    workers.forEach(worker -> worker.start(client, atSeconds));
    return client;
  }

  void arrive(Scheduled io) {
    discipline.arrive(io, time.now());
    if (!completing) {
      pump();
    }
  }

  private void pump() {
    long now = time.now();
    for (Io next = discipline.next(now); next != null; next = discipline.next(now)) {
      Scheduled io = (Scheduled) next;
      io.client.released(now);
      device.submit(io);
    }
    alarm.set(discipline.wakeNanos());
  }

  /** What completes together is told together, so that nobody's next I/O comes too late. */
  private void completed(List<Scheduled> finished) {
    long now = time.now();
    completing = true;
    for (Scheduled io : finished) {
      discipline.complete(io, now);
      io.client.completed(io, now);
    }
    for (Scheduled io : finished) {
      io.done.run();
    }
    completing = false;
    pump();
  }
}
