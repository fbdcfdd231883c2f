package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** An application made of fio in a cgroup of its own, whose latencies can be asked for any time. */
public final class FioApplication implements LoadApplication {
  /** Reports kept, one a second; a histogram takes some tens of KiB. */
  private static final int MAX_REPORTS = 1_800;

  private static final Duration STOP = Duration.ofSeconds(5);

  private final String name;
  private final FioLoad load;
  private final LabCgroup cgroup;
  private final Process process;
  private final JsonMapper mapper = new JsonMapper();
  private final ArrayDeque<FioReport> reports = new ArrayDeque<>();
  private volatile String lastWords = "";

  private FioApplication(String name, FioLoad load, LabCgroup cgroup, Process process) {
    this.name = name;
    this.load = load;
    this.cgroup = cgroup;
    this.process = process;
    reports.add(FioReport.start(System.nanoTime()));
  }

  /** Starts fio inside {@code cgroup} on {@code device}. */
  public static FioApplication start(String name, FioLoad load, LabCgroup cgroup, LabDevice lun) {
    return start(name, load, List.of(), cgroup, lun);
  }

  /**
   * @param more options of fio
   */
  public static FioApplication start(
      String name, FioLoad load, List<String> more, LabCgroup cgroup, LabDevice lun) {
    List<String> command = new ArrayList<>(load.command(name, lun.device()));
    command.addAll(more);
    try {
      Process process =
          new ProcessBuilder(cgroup.inside(command)).redirectErrorStream(true).start();
      process.getOutputStream().close();
      FioApplication application = new FioApplication(name, load, cgroup, process);
      Thread.ofVirtual().name("fio-" + name).start(application::read);
      return application;
    } catch (IOException e) {
      throw new UncheckedIOException("fio cannot be started", e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public FioLoad load() {
    return load;
  }

  @Override
  public String id() {
    return cgroup.path();
  }

  /** Waits until it has reported at least once. */
  public void awaitRunning(Duration patience) {
    boolean running = Wait.until(patience, () -> count() > 1 || !process.isAlive());
    if (!running || !process.isAlive()) {
      throw new MissingException("fio (" + name + ") does not run: " + lastWords);
    }
  }

  /** As near as its reports, one a second, come to the instants. */
  @Override
  public LoadWindow window(long fromNanos, long toNanos) {
    List<FioReport> all = copy();
    return nearest(all, toNanos).since(nearest(all, fromNanos));
  }

  @Override
  public LoadWindow now() {
    List<FioReport> all = copy();
    return all.size() < 2 ? LoadWindow.IDLE : all.getLast().since(all.get(all.size() - 2));
  }

  @Override
  public void close() {
    Command.end(process, STOP);
  }

  private static FioReport nearest(List<FioReport> all, long nanos) {
    return Collections.min(
        all, Comparator.comparingLong(report -> Math.abs(report.nanos() - nanos)));
  }

  private List<FioReport> copy() {
    synchronized (reports) {
      return new ArrayList<>(reports);
    }
  }

  private int count() {
    synchronized (reports) {
      return reports.size();
    }
  }

  /** fio prints one JSON object after the other, each ending in a brace at the start of a line. */
  private void read() {
    StringBuilder object = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (object.isEmpty() && !line.startsWith("{")) {
          lastWords = line.isBlank() ? lastWords : line;
          continue;
        }
        object.append(line).append('\n');
        if (line.equals("}")) {
          add(object.toString());
          object.setLength(0);
        }
      }
    } catch (IOException e) {
      lastWords = e.toString();
    }
  }

  private void add(String json) {
    try {
      FioReport report = FioReport.parse(System.nanoTime(), mapper.readTree(json));
      synchronized (reports) {
        reports.add(report);
        if (reports.size() > MAX_REPORTS) {
          reports.removeFirst();
        }
      }
    } catch (JacksonException e) {
      lastWords = "a report of fio cannot be read: " + e.getOriginalMessage();
    }
  }
}
