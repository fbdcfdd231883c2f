package io.oasis.lab.host;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.lab.sim.Alarm;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A device on the timeline: wakes it when something is due in it.
 *
 * @param <R> its kind of request
 */
public final class Clocked<R extends DeviceRequest> {
  private final Timeline time;
  private final Device<R> device;
  private final Consumer<List<R>> done;
  private final List<R> finished = new ArrayList<>();
  private final Alarm alarm;

  /**
   * @param done takes what completed at one time, in order
   */
  public Clocked(Timeline time, Device<R> device, Consumer<List<R>> done) {
    this.time = time;
    this.device = device;
    this.done = done;
    this.alarm = new Alarm(time, this::wake);
  }

  public int outstanding() {
    return device.outstanding();
  }

  public void submit(R request) {
    device.submit(request, time.now());
    alarm.setAtLatest(device.nextEventNanos());
  }

  private void wake() {
    device.advance(time.now(), (request, at) -> finished.add(request));
    done.accept(finished);
    finished.clear();
    alarm.setAtLatest(device.nextEventNanos());
  }
}
