package io.oasis.brick.device;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Keeps so many requests outstanding at a device and counts what comes back. */
final class Drive {
  record Request(boolean isWrite, long offset, int bytes) implements DeviceRequest {}

  record Rates(double iops, double bytesPerSecond, double meanMillis, List<Request> completed) {}

  private Drive() {}

  static Rates run(Device<Request> device, int depth, double seconds, Supplier<Request> next) {
    Map<Request, Long> since = new IdentityHashMap<>();
    List<Request> completed = new ArrayList<>();
    long end = (long) (seconds * 1e9);
    double latency = 0;
    double bytes = 0;
    for (int i = 0; i < depth; i++) {
      submit(device, since, next.get(), 0);
    }
    for (long now = device.nextEventNanos(); now <= end; now = device.nextEventNanos()) {
      List<Request> finished = new ArrayList<>();
      device.advance(now, (request, at) -> finished.add(request));
      for (Request request : finished) {
        latency += now - since.remove(request);
        bytes += request.bytes();
        completed.add(request);
        submit(device, since, next.get(), now);
      }
    }
    double count = completed.size();
    return new Rates(count / seconds, bytes / seconds, latency / count / 1e6, completed);
  }

  private static void submit(
      Device<Request> device, Map<Request, Long> since, Request request, long now) {
    since.put(request, now);
    device.submit(request, now);
  }

  static Supplier<Request> random(long seed, long range, int bytes, boolean write) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> new Request(write, random.nextLong(range / bytes) * bytes, bytes);
  }

  static Supplier<Request> sequential(int bytes) {
    long[] next = {0};
    return () -> {
      Request request = new Request(false, next[0], bytes);
      next[0] += bytes;
      return request;
    };
  }
}
